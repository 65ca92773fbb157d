import type { SigningKeys } from '../keys.ts';
import type { Storage } from '../storage/open-storage.ts';
import type { Limits } from './limits.ts';
import type { Mailer } from './mailer.ts';
import type { AuthOptions } from './options.ts';

/** All that the verbs of the sign-in work with. */
export interface AuthContext {
  readonly storage: Storage;
  readonly keys: SigningKeys;
  readonly options: AuthOptions;
  readonly limits: Limits;
  readonly mailer: Mailer;
  readonly issuer: string;
  readonly now: () => Date;
  /** Where a link may lead to. */
  readonly redirect: (asked: string | undefined, referrer?: string) => string;
  readonly sendText: (text: { readonly phone: string; readonly code: string; readonly userId: string }) => void;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** What happened, without secrets. */
  readonly audit: (event: string, userId: string | null) => void;
}

/** Who asks, as far as limits are concerned. */
export interface Asker {
  readonly network: string;
}

/** Runs what must happen after the answer is on its way. */
export type After = (effect: () => void) => void;

/** Now, as it is stored. */
export function instantOf({ now }: AuthContext): string {
  return now().toISOString();
}

/** An instant so many seconds ago. */
export function ago(context: AuthContext, seconds: number): string {
  return new Date(context.now().getTime() - seconds * 1_000).toISOString();
}

const beat = 40;

/**
 * Waits for the next beat, in ms, since `began`: to find an account takes a tenth of a millisecond that would be seen in a
 * thousand tries, so that answers which must not tell leave on a beat.
 */
export async function onBeat({ pause }: AuthContext, began: number): Promise<void> {
  await pause(beat - ((performance.now() - began) % beat));
}
