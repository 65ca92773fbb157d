import type { Failure } from '#contract/api/problem';
import { isEqual } from './equal.ts';

/** A write that is sent, with its Idempotency-Key. */
export interface Attempt<Sent> {
  readonly key: string;
  readonly sent: Sent;
  /** True when it was sent before and the answer was lost. */
  readonly isResent: boolean;
}

/**
 * The attempt to send now. A write whose answer was lost is sent again with its old key, so that the server does not
 * apply it twice; another write takes the new key, because a server refuses one key with two bodies.
 */
export function nextAttempt<Sent>(unanswered: Attempt<Sent> | null, sent: Sent, newKey: string): Attempt<Sent> {
  return unanswered !== null && isEqual(unanswered.sent, sent)
    ? { ...unanswered, isResent: true }
    : { key: newKey, sent, isResent: false };
}

/** True when the server may have applied an attempt that failed, now or when it was sent before. */
export function mayBeApplied({ isResent }: Attempt<unknown>, failure: Failure): boolean {
  return isResent || isAnswerLost(failure);
}

/** True when the call failed without an answer of the server that says what became of the write. */
function isAnswerLost({ kind }: Failure): boolean {
  switch (kind) {
    case 'offline':
    case 'unreachable':
    case 'mismatch':
    case 'aborted':
    case 'internal':
    // A proxy or a captive portal has answered, or the server has failed in the middle.
    case 'unexpected':
      return true;
    case 'problem':
    case 'outdated':
      return false;
  }
}
