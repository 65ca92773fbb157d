import type { LiveHighlight } from '#contract/race/live-timing';
import type { TimedLap, TimedLine } from '#contract/race/timed-lines';
import type { LiveRow } from './live-row.ts';
import { formatGap, formatLap, noTime } from './time.ts';

/** A line of practice or qualifying as it is drawn: texts and numbers alone, so that lines can be compared. */
export type TimedRow = ReturnType<typeof timedRow>;

const noSectors = {
  sector1: '',
  sector1Highlight: 'none',
  sector2: '',
  sector2Highlight: 'none',
  sector3: '',
  sector3Highlight: 'none',
  oldFrom: 3,
  lastLap: null,
} as const;

/** The texts of a line, from those that it has in any session. */
export function timedRow(line: TimedLine, row: LiveRow) {
  const { lap, toCut, isBelowCut, isImproved } = line;
  const { sector1, sector1Highlight, sector2, sector2Highlight, sector3, sector3Highlight, oldFrom, lastLap } = row;
  const sectors = { sector1, sector1Highlight, sector2, sector2Highlight, sector3, sector3Highlight, oldFrom, lastLap };
  const isFastest = row.bestHighlight === 'sessionBest';
  const bestHighlight: LiveHighlight = isFastest ? 'sessionBest' : isImproved ? 'personalBest' : 'none';
  return {
    place: row.place,
    code: row.code,
    name: row.name,
    team: row.team,
    warnings: row.warnings,
    /** The best lap: purple, and green for a moment where it is new. */
    best: row.best,
    bestHighlight,
    isImproved,
    /** To the best lap of the session; empty for its driver, and without a lap. */
    gap: row.best === noTime ? '' : row.gap,
    /** `0:48.3` while the lap runs, and its time once it has ended; empty without a timed lap. */
    lap: lap === null ? '' : lapText(lap),
    lapHighlight: lap?.highlight ?? 'none',
    delta: lap === null || lap.delta === null ? '' : formatGap(lap.delta),
    deltaHighlight: lap?.deltaHighlight ?? 'none',
    /** OUT LAP, IN LAP, PIT, GARAGE or FIN in place of the lap. */
    status: lap === null ? row.chip : '',
    ...(lap === null ? noSectors : sectors),
    toCut: toCut === null || row.isOut ? '' : formatGap(toCut),
    isBelowCut,
    compound: row.compound,
    tyreAge: row.tyreAge,
    /** DNF and the like; empty for cars that take part. */
    state: row.state,
    isOut: row.isOut,
  };
}

/** Tenths while it runs: more digits cannot be read. */
function lapText({ time, hasEnded }: TimedLap): string {
  return hasEnded ? formatLap(time) : formatLap(Math.floor(time / 100) * 100).slice(0, -2);
}
