import type { NetworkStatus } from '#machines/connectivity';

/** A request without an answer, with the actions of the user. */
export interface Wait {
  /** Why; `online` where the server can be reached, and only this answer is missing. */
  readonly network: NetworkStatus;
  /** Ends the wait: whether the server carries the request out is not known. */
  readonly stop: () => void;
  /** Sends the same once more. */
  readonly resend: () => void;
}

/** The words of a form that waits: none while the answer may be on its way. */
export function waitOf(
  isBusy: boolean,
  isOverdue: boolean,
  network: NetworkStatus,
  actions: Pick<Wait, 'stop' | 'resend'>,
): Wait | null {
  return isBusy && (isOverdue || network !== 'online') ? { network, ...actions } : null;
}
