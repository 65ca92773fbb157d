import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './auth-error.ts';
import { hashOf } from './secrets.ts';

/** How often what may be asked. */
export interface AuthLimits {
  /** Per address of the network, in 5 minutes. */
  readonly token: number;
  readonly verify: number;
  readonly others: number;
  readonly refresh: number;
  /** Mails in an hour, in all. */
  readonly mails: number;
  /** Seconds between two mails to one address. */
  readonly mailPause: number;
}

/** The limits of requests; those of mails are set by the environment. */
export const usualLimits = { token: 150, verify: 30, others: 30, refresh: 3_000 };

export type Limited = 'token' | 'verify' | 'others' | 'refresh';

const window = 5 * 60;
/** Failed sign-ins of one account from one address that go unpunished, and of one account from anywhere. */
const free = { together: 5, account: 50 };
const slowest = 8_000;

/** Counters in memory: each server counts for itself, and a restart forgives. */
export class Limits {
  readonly #requests: Record<Limited, RateLimiterMemory>;
  /** Null: no pause is asked for. */
  readonly #pauses: RateLimiterMemory | null;
  readonly #mails: RateLimiterMemory;
  readonly #failures = new RateLimiterMemory({ keyPrefix: 'failures', points: 1_000_000, duration: 15 * 60 });

  constructor(limits: AuthLimits) {
    const limiter = (keyPrefix: Limited) =>
      new RateLimiterMemory({ keyPrefix, points: limits[keyPrefix], duration: window });
    this.#requests = {
      token: limiter('token'),
      verify: limiter('verify'),
      others: limiter('others'),
      refresh: limiter('refresh'),
    };
    const pause = { keyPrefix: 'pause', points: 1, duration: limits.mailPause };
    this.#pauses = limits.mailPause === 0 ? null : new RateLimiterMemory(pause);
    this.#mails = new RateLimiterMemory({ keyPrefix: 'mails', points: limits.mails, duration: 3_600 });
  }

  /** Counts a request. @throws AuthError 429. */
  async request(kind: Limited, address: string): Promise<void> {
    const wait = await waitOf(this.#requests[kind], address);
    if (wait > 0) throw tooMany('over_request_rate_limit', 'Request rate limit reached', wait);
  }

  /** Counts a mail that somebody wants, sent or not: unknown addresses are counted too. @throws AuthError 429. */
  async mail(address: string): Promise<void> {
    const wait = this.#pauses === null ? 0 : await waitOf(this.#pauses, hashOf(address));
    if (wait > 0) {
      const message = `For security purposes, you can only request this after ${wait} seconds.`;
      throw tooMany('over_email_send_rate_limit', message, wait);
    }
    const sent = await this.#mails.get('all');
    if (sent !== null && sent.remainingPoints <= 0) {
      const seconds = Math.ceil(sent.msBeforeNext / 1_000);
      throw tooMany('over_email_send_rate_limit', 'email rate limit exceeded', seconds);
    }
  }

  /** Counts a mail that really goes out, so that asking for unknown addresses does not use up the hour. */
  async sent(): Promise<void> {
    await this.#mails.penalty('all');
  }

  /** How long a sign-in has to wait before it is judged, in ms: it grows with failures and never locks. */
  async slowness(network: string, account: string): Promise<number> {
    const [together, alone] = await Promise.all(
      keysOf(network, account).map(async (key) => (await this.#failures.get(key))?.consumedPoints ?? 0),
    );
    return Math.max(delayOf((together ?? 0) - free.together), delayOf((alone ?? 0) - free.account));
  }

  /** Remembers how a sign-in ended. */
  async signedIn(network: string, account: string, isRight: boolean): Promise<void> {
    const [together = '', alone = ''] = keysOf(network, account);
    if (isRight) await this.#failures.delete(together);
    else await Promise.all([this.#failures.penalty(together), this.#failures.penalty(alone)]);
  }
}

function keysOf(network: string, account: string): string[] {
  return [hashOf(`${network}\n${account}`), hashOf(account)];
}

function delayOf(excess: number): number {
  return excess <= 0 ? 0 : Math.min(slowest, 250 * 2 ** Math.min(excess - 1, 10));
}

/** Seconds until one more is allowed; 0 when it is. */
async function waitOf(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw error;
  }
}
