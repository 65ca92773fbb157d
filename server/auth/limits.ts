import { networkOf, siteOf } from '../http/client-network.ts';
import { NetworkLimiter } from '../http/limits/network-limiter.ts';
import type { MailKind } from '../storage/auth-tables.ts';
import { type CreateLimiter, consume, createOwnLimiter, type Limiter } from '../storage/limiters.ts';
import { hashToken } from '../tokens/secrets.ts';
import { tooMany } from './auth-error.ts';

/** Limits of the sign-in's endpoints and of its mails. */
export interface AuthLimits {
  /** Requests per network in 5 minutes, by kind of endpoint; four times as many per site. */
  readonly token: number;
  readonly verify: number;
  readonly signUps: number;
  readonly others: number;
  readonly refresh: number;
  /**
   * Mails of this server per hour, half of them for sign-ups and half for members. A fifth of a half can be asked for from
   * one network, two fifths from a site; a fiftieth of all of each kind is sent to one recipient.
   */
  readonly mails: number;
  /** Seconds between two requests of one network for the same mail. */
  readonly mailPause: number;
}

/** A request for a mail or a text message. */
export interface MailRequest {
  readonly kind: 'signup' | 'recovery' | 'email_change' | 'reauthentication' | 'sms';
  /** The e-mail address or phone number. */
  readonly to: string;
  readonly client: string;
}

/** The limits of requests. The limits of mails are settings. */
export const defaultLimits = { token: 150, verify: 30, signUps: 30, others: 30, refresh: 3_000 };

/** A message that is to be sent. `isSent`: false for one that is only counted. */
interface Message {
  readonly kind: MailKind | `notice ${string}`;
  readonly to: string;
  readonly isSent: boolean;
  readonly share: MailShare;
}

/** Mails of members, such as for a new password, and those of sign-ups: neither can use up the other's. */
export type MailShare = 'members' | 'signUps';

/** A sign-in that is being tried. */
export interface SignInAttempt {
  /** How long to wait before the password is checked, in ms. */
  readonly delay: number;
  /** Counts as one client: the device where the account was signed in from it, otherwise the site. */
  readonly client: string;
  /** Ends it. The right password makes up for all failures of the account; one that was not checked is no failure. */
  readonly end: (password: 'right' | 'wrong' | 'unchecked') => Promise<void>;
}

/** Kinds of endpoints that are limited separately. */
export type LimitedKind = 'token' | 'verify' | 'signUps' | 'others' | 'refresh';

const requestWindow = 5 * 60;
const mailWindow = 3_600;
const failureWindow = 15 * 60;
/** How long an address from which an account was signed in counts as seen, in s; timers hold 24 days at most. */
const seenWindow = 20 * 24 * 3_600;
/** Failed sign-ins without a delay: of one account from one site, and of one account from all of them. */
const freeFailures = { fromAddress: 5, total: 50 };
const maxDelay = 8_000;
/** Sign-ins of one account from one site that wait at the same time, once they are delayed. */
const maxWaiting = 3;

/** Rate limits of the sign-in. */
export class Limits {
  readonly #requests: Record<LimitedKind, NetworkLimiter>;
  readonly #signInsOfDevices: Limiter;
  /** Null when no pause between mails is configured. */
  readonly #mailPauses: Limiter | null;
  readonly #mailsTo: Limiter;
  readonly #mails: Record<MailShare, { readonly ofClient: NetworkLimiter; readonly all: Limiter }>;
  readonly #failures: Limiter;
  readonly #waiting: Limiter;
  readonly #seen: Limiter;

  constructor(limits: AuthLimits, create: CreateLimiter = createOwnLimiter) {
    this.#failures = create('failures', 1_000_000, failureWindow);
    this.#waiting = create('waiting', maxWaiting, 60);
    this.#seen = create('known', 1, seenWindow);
    const limiter = (kind: LimitedKind) => new NetworkLimiter(create, kind, limits[kind], requestWindow);
    this.#signInsOfDevices = create('token-device', limits.token, requestWindow);
    this.#requests = {
      token: limiter('token'),
      verify: limiter('verify'),
      signUps: limiter('signUps'),
      others: limiter('others'),
      refresh: limiter('refresh'),
    };
    this.#mailPauses = limits.mailPause === 0 ? null : create('pause', 1, limits.mailPause);
    const share = (name: string) => ({
      ofClient: new NetworkLimiter(create, `${name}-of`, Math.ceil(limits.mails / 10), mailWindow, 2),
      all: create(name, Math.ceil(limits.mails / 2), mailWindow),
    });
    this.#mailsTo = create('mails-to', Math.ceil(limits.mails / 50), mailWindow);
    this.#mails = { members: share('mails-members'), signUps: share('mails-sign-ups') };
  }

  /** Counts a request of a client. @throws AuthError 429. */
  async countRequest(kind: LimitedKind, address: string): Promise<void> {
    const wait = await this.#requests[kind].consume(address);
    if (wait > 0) throw tooMany('over_request_rate_limit', 'Request rate limit reached', wait);
  }

  /** Counts a request to sign in: of a device from which the account was signed in, apart from others at its address. */
  async countSignIn(address: string, account: string, deviceHash: string | null): Promise<void> {
    const ofDevice = deviceKey(deviceHash, account);
    const isSeen = ofDevice !== null && (await this.#isSeen(ofDevice));
    const wait = isSeen ? await consume(this.#signInsOfDevices, ofDevice) : await this.#requests.token.consume(address);
    if (wait > 0) throw tooMany('over_request_rate_limit', 'Request rate limit reached', wait);
  }

  async #isSeen(key: string): Promise<boolean> {
    return (await this.#seen.get(key)) !== null;
  }

  /**
   * Counts a request for a mail, sent or not, so that an unknown address is limited like a known one. Each client, kind and
   * recipient has a pause of its own, so clients cannot block each other. @throws AuthError 429.
   */
  async countMailRequest({ kind, to, client }: MailRequest): Promise<void> {
    const wait =
      this.#mailPauses === null
        ? 0
        : await consume(this.#mailPauses, hashToken(`${kind}\n${networkOf(client)}\n${to}`));
    if (wait > 0) {
      const message = `For security purposes, you can only request this after ${wait} seconds.`;
      throw tooMany('over_email_send_rate_limit', message, wait);
    }
    const tooManyMails = (seconds: number) =>
      tooMany('over_email_send_rate_limit', 'email rate limit exceeded', seconds);
    const { ofClient, all } = this.#mails[kind === 'signup' || kind === 'sms' ? 'signUps' : 'members'];
    const clientWait = await ofClient.consume(client);
    if (clientWait > 0) throw tooManyMails(clientWait);
    const sent = await all.get('all');
    if (sent !== null && sent.remainingPoints <= 0) throw tooManyMails(Math.ceil(sent.msBeforeNext / 1_000));
  }

  /**
   * Counts a message before anything is stored for it. False: its recipient got too many of its kind this hour, or none is
   * left of its share. The kinds are counted apart, so that sign-ups with an address hold up no mail for a new password.
   */
  async claimMessage({ kind, to, isSent, share }: Message): Promise<boolean> {
    if ((await consume(this.#mailsTo, hashToken(`${kind}\n${to}`))) > 0) return false;
    if (!isSent || kind === 'sms') return true;
    return (await consume(this.#mails[share].all, 'all')) === 0;
  }

  /**
   * Counts a sign-in as failed before its password is checked, so that parallel ones count each other. The delay grows with
   * failures and never locks an account: a network that it was signed in from waits only for those of its site, and a
   * device for its own, also where others try at the same address.
   * @throws AuthError 429 when others of this client and account are waiting already.
   */
  async beginSignIn(client: string, account: string, deviceHash: string | null = null): Promise<SignInAttempt> {
    const total = hashToken(account);
    const ofNetwork = hashToken(`${networkOf(client)}\n${account}`);
    const ofDevice = deviceKey(deviceHash, account);
    const device = ofDevice !== null && (await this.#isSeen(ofDevice)) ? ofDevice : null;
    const own = device ?? hashToken(`${siteOf(client)}\n${account}`);
    const [ofClient, ofAccount, seen] = await Promise.all([
      this.#failures.penalty(own),
      this.#failures.penalty(total),
      this.#seen.get(device ?? ofNetwork),
    ]);
    const ownDelay = delayFor(ofClient.consumedPoints - 1 - freeFailures.fromAddress);
    if (ownDelay > 0 && (await consume(this.#waiting, own)) > 0) {
      // The password was not checked, so the attempt is no failure.
      await Promise.all([this.#failures.reward(own), this.#failures.reward(total), this.#waiting.reward(own)]);
      throw tooMany('over_request_rate_limit', 'Request rate limit reached', Math.ceil(ownDelay / 1_000));
    }
    const totalDelay = seen === null ? delayFor(ofAccount.consumedPoints - 1 - freeFailures.total) : 0;
    return {
      delay: Math.max(ownDelay, totalDelay),
      client: device ?? siteOf(client),
      end: async (password) => {
        if (ownDelay > 0) await this.#waiting.reward(own);
        if (password === 'wrong') return;
        if (password === 'unchecked') {
          await Promise.all([this.#failures.reward(own), this.#failures.reward(total)]);
          return;
        }
        await Promise.all([
          this.#failures.delete(own),
          this.#failures.delete(total),
          ...[ofNetwork, ...(ofDevice === null ? [] : [ofDevice])].map((key) => this.#seen.set(key, 1, seenWindow)),
        ]);
      },
    };
  }
}

/** The key of an account on one device; null without one. */
function deviceKey(deviceHash: string | null, account: string): string | null {
  return deviceHash === null ? null : hashToken(`device ${deviceHash}\n${account}`);
}

function delayFor(failures: number): number {
  return failures <= 0 ? 0 : Math.min(maxDelay, 250 * 2 ** Math.min(failures - 1, 10));
}
