import { Redis } from 'ioredis';
import { fieldsOf } from '#contract/json/fields-of';
import { OperatorError } from '../settings/operator-error.ts';

interface Log {
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
}

/** Redis answers, and refuses this server. */
class RedisRefused extends OperatorError {}

/** How long a start waits for Redis, in ms. */
const startTime = 3_000;

/**
 * Connects to Redis, and again whenever it is back. Commands fail at once while it is away: nothing here waits for it.
 * Resolves when it is connected, or after three seconds.
 * @throws RedisRefused for what waiting does not change, such as a wrong password.
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    retryStrategy: (times) => Math.min(1_000, times * 100),
  });
  let isStarting = true;
  let isRefused = false;
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, startTime);
    redis.once('ready', resolve).on('error', (error) => {
      const text = isStarting ? explainRefusal(error) : null;
      if (text === null) return;
      isRefused = true;
      redis.disconnect();
      reject(new RedisRefused(text, { cause: error }));
    });
    reportAbsence(redis, log, () => isRefused);
  });
  isStarting = false;
  return redis;
}

/** Logs when Redis goes away and when it is back. */
function reportAbsence(redis: Redis, log: Log, isRefused: () => boolean): void {
  let isAway = false;
  const logLost = (error?: Error) => {
    if (isAway || isRefused() || redis.status === 'end') return;
    isAway = true;
    log.warn(`Redis is away${reasonOf(error, redis)}: this server goes on with live sessions and limits of its own`);
  };
  redis.on('error', logLost).on('close', () => logLost());
  redis.on('ready', () => {
    if (isAway) log.info('Redis is back');
    isAway = false;
  });
}

/** The remedy for a permanent error of Redis; null for any other error. */
function explainRefusal({ message }: Error): string | null {
  if (/^(WRONGPASS|NOAUTH|NOPERM)/.test(message)) return 'REDIS_URL: Redis refuses its user or password; correct them';
  return message.startsWith('ERR DB index') ? 'REDIS_URL: Redis has no database of this number; correct it' : null;
}

/** Why Redis cannot be reached, in brackets. */
function reasonOf(error: Error | undefined, { options: { host, port } }: Redis): string {
  if (error === undefined) return '';
  const reasons: Record<string, string> = {
    ECONNREFUSED: `nothing listens at ${host}:${port}`,
    ENOTFOUND: `the host ${host} is not known`,
    EAI_AGAIN: `the host ${host} is not known`,
    ETIMEDOUT: `${host}:${port} does not answer`,
  };
  return ` (REDIS_URL: ${reasons[String(fieldsOf(error).code)] ?? error.message})`;
}
