import type { LiveDocument } from '#contract/live/document';
import { driverCodes } from '#contract/race/driver-codes';
import { type LiveLine, timingOf } from '#contract/race/live-timing';
import { type LiveHead, liveHead } from '../format/live-head.ts';
import { isSameRecord, type LiveRow, liveRow } from '../format/live-row.ts';

/** A race as it is drawn. Parts that have not changed are the same objects as before. */
export interface RaceView {
  readonly document: Partial<LiveDocument>;
  readonly lines: readonly LiveLine[];
  readonly rows: ReadonlyMap<number, LiveRow>;
  /** Car indexes, first place first. */
  readonly order: readonly number[];
  /** Car indexes, in an order that never changes. */
  readonly cars: readonly number[];
  readonly lastSafePlace: number | null;
  readonly head: LiveHead;
}

/** Makes views of one document after another. */
export function createRaceViews(): (document: Partial<LiveDocument>) => RaceView {
  let view: RaceView | null = null;
  let names: readonly string[] = [];
  let codes: readonly string[] = [];
  return (document) => {
    const timing = timingOf(document);
    const head = liveHead(document, timing);
    const byCar = [...timing.lines].sort((one, other) => one.carIndex - other.carIndex);
    const newNames = byCar.map(({ driver }) => driver.name);
    if (!isSameList(newNames, names)) {
      names = newNames;
      codes = driverCodes(names);
    }
    const rows = new Map<number, LiveRow>();
    for (const [index, line] of byCar.entries()) {
      const row = liveRow(line, codes[index] ?? '', head);
      const before = view?.rows.get(line.carIndex);
      rows.set(line.carIndex, before !== undefined && isSameRecord(row, before) ? before : row);
    }
    view = {
      document,
      lines: timing.lines,
      rows,
      order: sameList(
        timing.lines.map(({ carIndex }) => carIndex),
        view?.order,
      ),
      cars: sameList([...rows.keys()], view?.cars),
      lastSafePlace: timing.lastSafePlace,
      head: view !== null && isSameRecord(head, view.head) ? view.head : head,
    };
    return view;
  };
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function sameList(list: readonly number[], before: readonly number[] | undefined): readonly number[] {
  return before !== undefined && isSameList(list, before) ? before : list;
}
