import { siteOf } from '../http/client-network.ts';
import type { QueuedClient } from '../http/limits/fair-queue.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import type { Limits } from './limits.ts';
import type { Mailer } from './mailer.ts';
import type { AuthOptions } from './options.ts';
import type { PasswordQueue } from './passwords.ts';

/** Everything that the functions of the sign-in need. */
export interface AuthContext {
  readonly storage: Storage;
  readonly keys: SigningKeys;
  readonly options: AuthOptions;
  readonly limits: Limits;
  readonly passwords: PasswordQueue;
  readonly mailer: Mailer;
  readonly issuer: string;
  readonly now: () => Date;
  /** Chooses where a link leads: the first allowed of these addresses, or the site. */
  readonly chooseRedirect: (requested: string | undefined, referrer?: string) => string;
  readonly sendText: (text: { readonly phone: string; readonly code: string }) => void;
  readonly timer: Timer;
  /** Logs an event. It must not contain secrets. */
  readonly audit: (event: string, userId: string | null) => void;
}

/** Measures durations and waits, in ms; a clock that is set does not change them. */
export interface Timer {
  readonly elapsed: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A client: its network address, and the hash of its device if it is the app. */
export interface Requester {
  readonly client: string;
  readonly deviceHash: string | null;
  /** Aborted when it has closed its connection. */
  readonly gone: AbortSignal;
}

/** The client's entry in the queue of passwords. */
export function turnOf({ client, gone }: Pick<Requester, 'client' | 'gone'>): QueuedClient {
  return { key: siteOf(client), gone };
}

/** The target of the links in a request's mails, and the client that requests them. */
export interface MailTarget extends Requester {
  readonly redirectTo: string;
  /** The hash of the invitation that the app sends with a sign-up. */
  readonly inviteHash: string | null;
}

/** Registers an effect that runs after the response was sent. */
export type AfterResponse = (effect: () => void) => void;

/** The current instant, ISO 8601. */
export function currentInstant({ now }: AuthContext): string {
  return now().toISOString();
}

/** The instant this many seconds ago, ISO 8601. */
export function secondsAgo(context: AuthContext, seconds: number): string {
  return new Date(context.now().getTime() - seconds * 1_000).toISOString();
}

/**
 * The time of each answer that depends on whether an account exists, in ms: more than the slowest way to one takes on a
 * small machine, which checks two passwords and stores a mail.
 */
export const answerTime = 500;

/**
 * Runs work, and ends with it at a fixed time after its begin: how long it took would show whether there is an account. On
 * a machine that is overloaded it ends at a multiple of that time.
 */
export async function inFixedTime<Outcome>({ timer }: AuthContext, work: () => Promise<Outcome>): Promise<Outcome> {
  const began = timer.elapsed();
  try {
    return await work();
  } finally {
    await timer.pause(answerTime - ((timer.elapsed() - began) % answerTime));
  }
}

/** The same for work whose success is no secret: only a refusal takes the fixed time. */
export async function refuseInFixedTime<Outcome>(
  { timer }: AuthContext,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const began = timer.elapsed();
  try {
    return await work();
  } catch (error) {
    await timer.pause(answerTime - ((timer.elapsed() - began) % answerTime));
    throw error;
  }
}
