import { Redis } from 'ioredis';

interface Log {
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
}

/** How long a start waits for Redis, in ms. */
const startTime = 3_000;

/**
 * Connects to Redis, and again whenever it is back. Commands fail at once while it is away: nothing here waits for it.
 * Resolves when it is connected, or after three seconds.
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    retryStrategy: (times) => Math.min(1_000, times * 100),
  });
  let isAway = false;
  const tellAway = () => {
    if (isAway) return;
    isAway = true;
    log.warn('Redis is away: this server goes on with the live sessions and limits that it has');
  };
  redis.on('error', tellAway);
  redis.on('close', () => {
    if (redis.status !== 'end') tellAway();
  });
  redis.on('ready', () => {
    if (isAway) log.info('Redis is back');
    isAway = false;
  });
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, startTime);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return redis;
}
