import { openChannel } from '../browser/channel.ts';
import type { AffectedPath } from './affected-reads.ts';

/** The reads that a write of one tab has changed: the others fetch them again. */
export interface WriteMessage {
  readonly affected: readonly Partial<AffectedPath>[];
}

/** Messages between the tabs of this app. */
export interface TabChannel {
  readonly post: (message: WriteMessage) => void;
  /** Calls the listener for messages of other tabs. Returns how to stop. */
  readonly listen: (listener: (message: WriteMessage) => void) => () => void;
}

/** The channel of this tab. */
export function openTabChannel(): TabChannel {
  const { post, subscribe } = openChannel<Partial<WriteMessage>>('pitboard-writes');
  // A tab with another version of the app may send something else.
  return { post, listen: (listener) => subscribe(({ affected = [] }) => listener({ affected })) };
}
