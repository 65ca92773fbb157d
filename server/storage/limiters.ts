import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DatabaseClockLimiter } from './database-clock-limiter.ts';

/** Counts the actions of a client in a time. */
export type Limiter = RateLimiterMemory | RateLimiterRedis | DatabaseClockLimiter;

/** Creates a limiter of so many points in so many seconds. */
export type CreateLimiter = (name: string, points: number, seconds: number) => Limiter;

/** Limiters of a server that shares nothing. */
export const createOwnLimiter: CreateLimiter = (name, points, duration) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration });

/** Digests of keys, which have addresses of clients: only servers with the same secret can make them. */
type HashKey = (key: string) => string;

/**
 * Limiters that servers share: in Redis where there is one, otherwise in PostgreSQL, with digests of their keys. While that
 * is away, each server counts for itself.
 */
export function createLimiters(redis: Redis | null, pool: pg.Pool | null, secret: Buffer): CreateLimiter {
  const hash: HashKey = (key) => createHmac('sha256', secret).update(`limit ${key}`).digest('base64url');
  return (name, points, duration) => {
    const own = createOwnLimiter(name, points, duration);
    const options = { points, duration, insuranceLimiter: own };
    if (redis !== null) {
      const keyPrefix = `pitboard:limit:${name}`;
      return withHashedKeys(
        hash,
        new RateLimiterRedis({ ...options, keyPrefix, storeClient: redis, rejectIfRedisNotReady: true }),
      );
    }
    if (pool === null) return own;
    return withHashedKeys(hash, new DatabaseClockLimiter(pool, { ...options, keyPrefix: name }));
  };
}

function withHashedKeys<Shared extends RateLimiterRedis | DatabaseClockLimiter>(
  hash: HashKey,
  limiter: Shared,
): Shared {
  const getKey = limiter.getKey.bind(limiter);
  return Object.assign(limiter, { getKey: (key: string | number) => getKey(hash(String(key))) });
}

/** Uses one point. Returns the seconds to wait when there is none, else 0. */
export async function consume(limiter: Limiter, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return secondsOf(error, limiter);
    throw error;
  }
}

/** After the clock was set back the rest of a time seems to be longer than the whole. */
function secondsOf({ msBeforeNext }: RateLimiterRes, { duration }: Limiter): number {
  return Math.min(Math.max(1, Math.ceil(msBeforeNext / 1_000)), duration);
}
