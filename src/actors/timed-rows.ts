import { type TimedSession, timedSessionOf } from '#contract/race/timed-lines';
import { isSameRecord } from '../format/live-row.ts';
import { type TimedRow, timedRow } from '../format/timed-row.ts';
import type { RaceView } from '../live/race-view.ts';

/** Practice or qualifying as it is drawn. Rows that have not changed are the same objects as before. */
export interface TimedView extends Pick<TimedSession, 'cut' | 'elapsed' | 'remaining'> {
  readonly rows: ReadonlyMap<number, TimedRow>;
}

/** Makes the rows of one view after another, once for each. */
export function createTimedViews(): (view: RaceView) => TimedView {
  let source: RaceView | null = null;
  let current: TimedView = { rows: new Map(), cut: null, elapsed: null, remaining: null };
  return (view) => {
    if (view === source) return current;
    source = view;
    const { lines, ...session } = timedSessionOf(view.document, view);
    const rows = new Map<number, TimedRow>();
    for (const [carIndex, line] of lines) {
      const base = view.rows.get(carIndex);
      if (base === undefined) continue;
      const row = timedRow(line, base);
      const before = current.rows.get(carIndex);
      rows.set(carIndex, before !== undefined && isSameRecord(row, before) ? before : row);
    }
    current = { rows, ...session };
    return current;
  };
}
