import type { Storage } from '../storage/open-storage.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import type { Limits } from './limits.ts';
import type { Mailer } from './mailer.ts';
import type { AuthOptions } from './options.ts';

/** Everything that the functions of the sign-in need. */
export interface AuthContext {
  readonly storage: Storage;
  readonly keys: SigningKeys;
  readonly options: AuthOptions;
  readonly limits: Limits;
  readonly mailer: Mailer;
  readonly issuer: string;
  readonly now: () => Date;
  /** Chooses where a link leads: the first allowed of these addresses, or the site. */
  readonly chooseRedirect: (requested: string | undefined, referrer?: string) => string;
  readonly sendText: (text: { readonly phone: string; readonly code: string; readonly userId: string }) => void;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Logs an event. It must not contain secrets. */
  readonly audit: (event: string, userId: string | null) => void;
}

/** Where the links of a request's mails lead, and the network address that asks for them. */
export interface MailTarget {
  readonly redirectTo: string;
  readonly client: string;
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

/** In ms. */
const responseInterval = 40;

/**
 * Waits for the end of the current interval since `began`: finding an account takes a tenth of a millisecond longer than
 * not finding one, which a thousand tries would show.
 */
export async function padResponseTime({ pause }: AuthContext, began: number): Promise<void> {
  await pause(responseInterval - ((performance.now() - began) % responseInterval));
}

/** Runs work whose response time must not show whether an account exists. */
export async function inConstantTime<Outcome>(context: AuthContext, work: () => Promise<Outcome>): Promise<Outcome> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await padResponseTime(context, began);
  }
}
