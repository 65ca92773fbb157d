import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './auth-error.ts';
import { hashToken } from './secrets.ts';

/** Limits of the sign-in's endpoints and of its mails. */
export interface AuthLimits {
  /** Requests per network address in 5 minutes, by kind of endpoint. */
  readonly token: number;
  readonly verify: number;
  readonly others: number;
  readonly refresh: number;
  /** Mails of this server per hour. */
  readonly mails: number;
  /** Seconds between two mails to one address. */
  readonly mailPause: number;
}

/** The limits of requests. Those of mails are settings. */
export const defaultLimits = { token: 150, verify: 30, others: 30, refresh: 3_000 };

/** Kinds of endpoints that are limited separately. */
export type LimitedKind = 'token' | 'verify' | 'others' | 'refresh';

const requestWindow = 5 * 60;
const failureWindow = 15 * 60;
/** Failed sign-ins without a delay: of one account from one network address, and of one account from all addresses. */
const freeFailures = { fromAddress: 5, total: 50 };
const maxDelay = 8_000;

/** Rate limits in memory: each server process counts for itself, and a restart resets the counts. */
export class Limits {
  readonly #requests: Record<LimitedKind, RateLimiterMemory>;
  /** Null when no pause between mails is configured. */
  readonly #mailPauses: RateLimiterMemory | null;
  readonly #mails: RateLimiterMemory;
  readonly #failures = new RateLimiterMemory({ keyPrefix: 'failures', points: 1_000_000, duration: failureWindow });

  constructor(limits: AuthLimits) {
    const limiter = (keyPrefix: LimitedKind) =>
      new RateLimiterMemory({ keyPrefix, points: limits[keyPrefix], duration: requestWindow });
    this.#requests = {
      token: limiter('token'),
      verify: limiter('verify'),
      others: limiter('others'),
      refresh: limiter('refresh'),
    };
    const pause = { keyPrefix: 'pause', points: 1, duration: limits.mailPause };
    this.#mailPauses = limits.mailPause === 0 ? null : new RateLimiterMemory(pause);
    this.#mails = new RateLimiterMemory({ keyPrefix: 'mails', points: limits.mails, duration: 3_600 });
  }

  /** Counts a request of a network address. @throws AuthError 429. */
  async countRequest(kind: LimitedKind, address: string): Promise<void> {
    const wait = await consume(this.#requests[kind], address);
    if (wait > 0) throw tooMany('over_request_rate_limit', 'Request rate limit reached', wait);
  }

  /** Counts a request for a mail, sent or not, so that an unknown address is limited like a known one. @throws AuthError 429. */
  async countMailRequest(address: string): Promise<void> {
    const wait = this.#mailPauses === null ? 0 : await consume(this.#mailPauses, hashToken(address));
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

  /** Counts a mail that is sent. Requests for unknown addresses do not use up the hourly limit. */
  async countSentMail(): Promise<void> {
    await this.#mails.penalty('all');
  }

  /** The delay of a sign-in in ms. It grows with failed attempts and never locks an account. */
  async signInDelay(address: string, account: string): Promise<number> {
    const [fromAddress = 0, total = 0] = await Promise.all(
      failureKeys(address, account).map(async (key) => (await this.#failures.get(key))?.consumedPoints ?? 0),
    );
    return Math.max(delayFor(fromAddress - freeFailures.fromAddress), delayFor(total - freeFailures.total));
  }

  /** Records the result of a sign-in. */
  async recordSignIn(address: string, account: string, isRight: boolean): Promise<void> {
    const [fromAddress = '', total = ''] = failureKeys(address, account);
    if (isRight) await this.#failures.delete(fromAddress);
    else await Promise.all([this.#failures.penalty(fromAddress), this.#failures.penalty(total)]);
  }
}

function failureKeys(address: string, account: string): string[] {
  return [hashToken(`${address}\n${account}`), hashToken(account)];
}

function delayFor(failures: number): number {
  return failures <= 0 ? 0 : Math.min(maxDelay, 250 * 2 ** Math.min(failures - 1, 10));
}

/** Uses one point. Returns the seconds to wait when there is none, else 0. */
async function consume(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw error;
  }
}
