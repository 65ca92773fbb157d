import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { unavailable } from '../http/problem.ts';

const maxAge = 10 * 60_000;
const cooldown = 10_000;
const fetchTimeout = 5_000;
const maxBytes = 256 * 1024;
const maxRetired = 100;

const KeySet = v.object({ keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.maxLength(100)) });

/**
 * The published keys of a sign-in service. They are fetched at first use, in the background when they are older than 10
 * minutes, and when a token has an unknown key id; for that, and after a failure, at most once in 10 s. While the service cannot be reached, the last
 * keys are used. jose's createRemoteJWKSet does none of the last three: its cooldown starts only after a successful
 * fetch, it refuses all tokens when stale keys cannot be fetched again, and it reads a response of any size.
 *
 * A token is refused only by keys that were fetched after it arrived: its key may be newer than the last ones.
 * @throws Problem 503 with the time of the next fetch when no keys were ever fetched, or those of the token may be new.
 */
export function createRemoteKeys(address: string, now: () => number = () => performance.now()): JWTVerifyGetKey {
  let current: KeyIndex | null = null;
  /** The ids of keys that are no longer published. */
  let retired: ReadonlySet<string> = new Set();
  let nextFetchAt = Number.NEGATIVE_INFINITY;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<boolean> | null = null;

  /** Resolves to true when the keys were fetched since this call. */
  async function refresh(): Promise<boolean> {
    if (fetching !== null) return fetching;
    if (now() < nextFetchAt) return false;
    const isFirst = current === null;
    nextFetchAt = now() + cooldown;
    fetching = fetchKeys(address)
      .then(
        (keySet) => {
          const ids = new Set(keySet.keys.flatMap(({ kid }) => (kid === undefined ? [] : [kid])));
          retired = new Set([...retired, ...(current?.ids ?? [])].filter((kid) => !ids.has(kid)).slice(-maxRetired));
          current = { ids, find: createLocalJWKSet(keySet) };
          fetchedAt = now();
          if (isFirst) nextFetchAt = fetchedAt;
          return true;
        },
        // The previous keys stay valid.
        () => false,
      )
      .finally(() => {
        fetching = null;
      });
    return fetching;
  }

  const notYet = () => unavailable(undefined, Math.max(1, Math.ceil((nextFetchAt - now()) / 1_000)));

  return async (header, token) => {
    if (current === null) await refresh();
    else if (now() - fetchedAt > maxAge) void refresh();
    if (current === null) throw notYet();
    try {
      return await current.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const { kid = '' } = header;
      if (!(await refresh()) && !retired.has(kid) && !current.ids.has(kid)) throw notYet();
      return current.find(header, token);
    }
  };
}

interface KeyIndex {
  readonly ids: ReadonlySet<string>;
  readonly find: JWTVerifyGetKey;
}

/** Accepts keys of unknown types; jose ignores them when it looks for the key of a token. */
async function fetchKeys(address: string): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(fetchTimeout);
  const response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  const text = await response.text();
  if (!response.ok || text.length > maxBytes) throw new Error(`no keys at ${address}: ${response.status}`);
  return v.parse(v.pipe(v.string(), v.parseJson(), KeySet), text) as JSONWebKeySet;
}
