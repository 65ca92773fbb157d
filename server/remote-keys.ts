import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { unavailable } from './problem.ts';

const freshFor = 10 * 60_000;
const cooldown = 10_000;
const answersWithin = 5_000;
const mostBytes = 256 * 1024;

const KeySet = v.object({ keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.maxLength(100)) });

/**
 * The published keys of a sign-in service. They are asked for at first use, again after 10 minutes behind the back of
 * whoever calls, and when a token names an unknown key; never more than once in 10 s. What was fetched last goes on
 * to count while the service cannot be reached.
 * @throws Problem 503 as long as no keys were ever had.
 */
export function remoteKeys(address: string, time: () => number = Date.now): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  /** Resolves when an answer is there, or is known not to come. */
  function ask(): Promise<void> {
    if (asking !== null) return asking;
    if (time() - askedAt < cooldown) return Promise.resolve();
    askedAt = time();
    asking = fetchKeys(address)
      .then(
        (found) => {
          keys = createLocalJWKSet(found);
        },
        // The keys that are there stay good; without any the caller is told.
        () => undefined,
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  return async (header, token) => {
    if (keys === null) await ask();
    else if (time() - askedAt > freshFor) void ask();
    if (keys === null) throw unavailable();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await ask();
      return keys(header, token);
    }
  };
}

/** Keys of kinds that jose does not know are passed over when a token asks for them; the rest is what it calls a set. */
async function fetchKeys(address: string): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(answersWithin);
  const response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  const text = await response.text();
  if (!response.ok || text.length > mostBytes) throw new Error(`no keys at ${address}: ${response.status}`);
  return v.parse(v.pipe(v.string(), v.parseJson(), KeySet), text) as JSONWebKeySet;
}
