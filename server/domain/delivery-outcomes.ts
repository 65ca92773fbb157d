import type { DeliveryState } from '#contract/entities/webhook';

/** How an attempt to send a message ended, as far as this server knows. */
export type Attempt =
  /** The message did not leave: no connection, or a machine that has not the certificate. */
  | { readonly kind: 'notSent'; readonly code: string }
  /** It was sent, and no answer came. */
  | { readonly kind: 'notAnswered'; readonly code: string }
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** In s, with status 429. */
      readonly retryAfter?: number;
      /** The limit is that of this server, not that of the webhook. */
      readonly isGlobal?: boolean;
      /** Discord's number of the error. */
      readonly errorCode?: number;
    };

export interface Outcome {
  readonly state: DeliveryState;
  readonly reason: string | null;
  /** In ms, while it waits. */
  readonly delay?: number;
  /** Other messages wait too: those of this webhook, or all. */
  readonly holdsUp?: 'webhook' | 'all';
  /** Discord does not know the webhook, or the push service the device. */
  readonly isGone?: true;
}

/** The pauses after each failed attempt, in ms; the last one repeats. */
const pauses = [10_000, 30_000, 60_000, 5 * 60_000, 15 * 60_000, 30 * 60_000, 60 * 60_000];
const longestPause = 60 * 60_000;
/** Where Discord names no time, in s. */
const defaultRetryAfter = 60;

/** Statuses of a proxy that has passed the request on and got no answer: the message may be in the channel. */
const unanswered: ReadonlySet<number> = new Set([408, 504, 520, 524]);

/**
 * The state of a message after an attempt; `attempts` counts from 1. It is sent again only when it is certain, or
 * Discord says, that it was not taken: a message that may have arrived never is.
 */
export function outcomeOf(attempt: Attempt, attempts: number): Outcome {
  const pause = pauses[attempts - 1] ?? longestPause;
  if (attempt.kind === 'notSent') return waiting(`Discord cannot be reached (${attempt.code}).`, pause);
  if (attempt.kind === 'notAnswered') return unknown(`Discord has not answered (${attempt.code}).`);
  const { status, errorCode } = attempt;
  const answer = `Discord answered with ${status}${errorCode === undefined ? '' : `, error ${errorCode}`}.`;
  if (status >= 200 && status < 300) return { state: 'sent', reason: null };
  if (unanswered.has(status)) return unknown(answer);
  if (status === 429) {
    const seconds = attempt.retryAfter ?? defaultRetryAfter;
    const holdsUp = attempt.isGlobal === true ? 'all' : 'webhook';
    return { ...waiting('Discord takes no more messages at the moment.', Math.ceil(seconds * 1_000)), holdsUp };
  }
  if (status >= 500) return waiting(answer, pause);
  if (status === 401 || status === 404)
    return { state: 'failed', reason: 'Discord does not know this webhook any more.', isGone: true };
  return { state: 'failed', reason: answer };
}

function waiting(reason: string, delay: number): Outcome {
  return { state: 'waiting', reason, delay };
}

function unknown(reason: string): Outcome {
  return { state: 'unknown', reason };
}

/**
 * The state of a message to a device after an attempt. A push service replaces a message that waits by one with the same topic,
 * and a device shows it in place of the one with the same tag: one that was not answered is sent again.
 */
export function pushOutcomeOf(attempt: Attempt, attempts: number): Outcome {
  const pause = pauses[attempts - 1] ?? longestPause;
  if (attempt.kind === 'notSent') return waiting(`The push service cannot be reached (${attempt.code}).`, pause);
  if (attempt.kind === 'notAnswered') return waiting(`The push service has not answered (${attempt.code}).`, pause);
  const { status, retryAfter } = attempt;
  const reason = `The push service answered with ${status}.`;
  if (status >= 200 && status < 300) return { state: 'sent', reason: null };
  if (status === 404 || status === 410)
    return { state: 'failed', reason: 'The device is not there any more.', isGone: true };
  if (status === 429) return waiting(reason, Math.max(pause, (retryAfter ?? 0) * 1_000));
  if (status === 408 || status >= 500) return waiting(reason, pause);
  return { state: 'failed', reason };
}

/** The state of a mail after the mail server has taken it or not: one that it did not answer may have been taken. */
export function mailOutcomeOf(attempt: Attempt, attempts: number): Outcome {
  if (attempt.kind === 'answered') return { state: 'sent', reason: null };
  const pause = pauses[attempts - 1] ?? longestPause;
  return attempt.kind === 'notSent' ? waiting(attempt.code, pause) : unknown(attempt.code);
}
