import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { unavailable } from '../http/problem.ts';

const maxAge = 10 * 60_000;
const cooldown = 10_000;
const fetchTimeout = 5_000;
const maxBytes = 256 * 1024;

const KeySet = v.object({ keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.maxLength(100)) });

/**
 * The published keys of a sign-in service. They are fetched at first use, in the background when they are older than 10
 * minutes, and when a token has an unknown key id; at most once in 10 s. While the service cannot be reached, the last
 * keys are used. jose's createRemoteJWKSet does none of the last three: its cooldown starts only after a successful
 * fetch, it refuses all tokens when stale keys cannot be fetched again, and it reads a response of any size.
 * @throws Problem 503 when no keys were ever fetched.
 */
export function createRemoteKeys(address: string, now: () => number = Date.now): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;

  /** Resolves when the fetch has succeeded or failed. */
  function refresh(): Promise<void> {
    if (fetching !== null) return fetching;
    if (now() - fetchedAt < cooldown) return Promise.resolve();
    fetchedAt = now();
    fetching = fetchKeys(address)
      .then(
        (keySet) => {
          keys = createLocalJWKSet(keySet);
        },
        // The previous keys stay valid.
        () => undefined,
      )
      .finally(() => {
        fetching = null;
      });
    return fetching;
  }

  return async (header, token) => {
    if (keys === null) await refresh();
    else if (now() - fetchedAt > maxAge) void refresh();
    if (keys === null) throw unavailable();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      return keys(header, token);
    }
  };
}

/** Accepts keys of unknown types; jose ignores them when it looks for the key of a token. */
async function fetchKeys(address: string): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(fetchTimeout);
  const response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  const text = await response.text();
  if (!response.ok || text.length > maxBytes) throw new Error(`no keys at ${address}: ${response.status}`);
  return v.parse(v.pipe(v.string(), v.parseJson(), KeySet), text) as JSONWebKeySet;
}
