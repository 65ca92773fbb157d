import type { LiveDocument } from '#contract/live/document';
import type { RaceData } from './race-document.ts';

/** Data of the race, in the order in which it applies. */
export type RaceEntry = RaceData | { readonly type: 'ended'; readonly sessionId: string | null };

/** Data and when it arrived, in ms of the store's clock. */
export interface TimedEntry {
  readonly at: number;
  readonly entry: RaceEntry;
}

/** The data that is not shown yet. */
export interface RaceBuffer {
  readonly push: (timed: TimedEntry) => void;
  /** Removes and returns what arrived up to a time, in the order in which it applies. */
  readonly take: (until: number) => readonly TimedEntry[];
  /** When the next data arrived; null where there is none. */
  readonly nextAt: () => number | null;
  /** The last document that arrived; null where it is the one that is shown. */
  readonly newest: () => { readonly at: number; readonly document: Partial<LiveDocument> } | null;
}

/** The limit of waiting messages before the buffer of a delay is loaded: at 10 Hz more than the longest delay. */
const longestShortBuffer = 3_300;

/** The buffer without a delay, and until that of a delay is loaded. Beyond its limit a new snapshot is asked for. */
export function createShortBuffer(onFull: () => void): RaceBuffer {
  let waiting: TimedEntry[] = [];
  return {
    push: (timed) => {
      // A waiting message is never shown early.
      if (waiting.length === longestShortBuffer) {
        waiting = waiting.filter(({ entry }) => entry.type === 'ended');
        onFull();
      }
      waiting.push(timed);
    },
    take: (until) => {
      const end = waiting.findIndex(({ at }) => at > until);
      return waiting.splice(0, end === -1 ? waiting.length : end);
    },
    nextAt: () => waiting[0]?.at ?? null,
    newest: () => null,
  };
}
