import type { LiveFlag } from '#contract/entities/track-flag';
import type { Gap } from '#contract/race/gaps';
import type { LiveLine, LiveState } from '#contract/race/live-timing';
import type { LiveHead } from './live-head.ts';
import { penaltyText } from './penalty-text.ts';
import { formatGapOf, formatLap, formatTime, noTime } from './time.ts';

/** A line of the timing tower as it is drawn: texts and numbers alone, so that lines can be compared. */
export type LiveRow = ReturnType<typeof liveRow>;

const chips: Partial<Record<LiveState, string>> = {
  pit: 'PIT',
  outLap: 'OUT LAP',
  inLap: 'IN LAP',
  garage: 'GARAGE',
  finished: 'FIN',
};
const stateTexts: Partial<Record<LiveState, string>> = {
  eliminated: 'ELIMINATED',
  didNotFinish: 'DNF',
  disqualified: 'DSQ',
  notClassified: 'NC',
  retired: 'RET',
};

/** The sectors of a car that has stopped. */
const noSectors: LiveLine['sectors'] = [
  { time: null, highlight: 'none' },
  { time: null, highlight: 'none' },
  { time: null, highlight: 'none' },
];
/** The flags under which cars may pass, somewhere on the track. */
const raceFlags: ReadonlySet<LiveFlag> = new Set(['green', 'yellow', 'doubleYellow', 'chequered']);

const lapText = remember(formatLap);
const timeText = remember(formatTime);

/** Remembers the last texts: a tower is drawn ten times a second, and most of its times stay for a minute. */
function remember(format: (milliseconds: number | null) => string): typeof format {
  const texts = new Map<number | null, string>();
  return (milliseconds) => {
    let text = texts.get(milliseconds);
    if (text !== undefined) return text;
    if (texts.size > 1_000) texts.clear();
    text = format(milliseconds);
    texts.set(milliseconds, text);
    return text;
  };
}

/** The texts of a line. */
export function liveRow(line: LiveLine, code: string, { isOfRace, flag }: Pick<LiveHead, 'isOfRace' | 'flag'>) {
  const { driver, place, sectors, state, isOut } = line;
  const [first, second, third] = isOut ? noSectors : sectors;
  const isLeader = place === 1;
  const time = state === 'finished' ? driver.totalRaceTime : null;
  const leader = !isOfRace ? noTime : time == null ? 'Leader' : formatTime(time);
  return {
    carIndex: line.carIndex,
    place,
    code,
    name: driver.name,
    team: driver.team ?? null,
    gained: line.gained,
    interval: isOut ? '' : isLeader ? leader : formatGapOf(line.interval),
    gap: isOut ? '' : isLeader ? '' : formatGapOf(line.gap),
    /** Less than a second to the car ahead while both race: under a safety car and in the pits all are close. */
    isClose: isOfRace && raceFlags.has(flag) && state === 'driving' && isLessThanASecond(line.interval),
    last: lapText(line.last.time),
    // A lap of long ago stands out no more.
    lastHighlight: isOut && line.last.highlight === 'personalBest' ? 'none' : line.last.highlight,
    best: lapText(line.best.time),
    bestHighlight: line.best.highlight,
    sector1: timeText(first.time),
    sector1Highlight: first.highlight,
    sector2: timeText(second.time),
    sector2Highlight: second.highlight,
    sector3: timeText(third.time),
    sector3Highlight: third.highlight,
    /** The first sector, from 0, that is of the lap before; 3 for none. */
    oldFrom: isOut ? 3 : line.oldFrom,
    /** The lap before the one that is being driven; null on the first. */
    lastLap: driver.currentLapNumber === undefined || driver.currentLapNumber < 2 ? null : driver.currentLapNumber - 1,
    compound: line.compound,
    tyreAge: line.tyreAge,
    stops: line.stops,
    /** `+5s DT`. */
    penalties: penaltiesOf(driver),
    /** Track limit warnings, `TL 2`. */
    warnings: driver.totalCornerCutWarnings ? `TL ${driver.totalCornerCutWarnings}` : '',
    /** DNF, RET and the like in place of a gap; empty for cars that take part. */
    state: stateTexts[state] ?? '',
    /** PIT, OUT LAP, IN LAP, GARAGE or FIN beside the code; empty while driving. */
    chip: chips[state] ?? '',
    isOut,
  };
}

function isLessThanASecond(gap: Gap | null): boolean {
  return gap !== null && 'milliseconds' in gap && gap.milliseconds < 1_000;
}

function penaltiesOf({ penalties = {}, totalPenaltiesSeconds }: LiveLine['driver']): string {
  return penaltyText({ penalties: Object.values(penalties), totalPenaltiesSeconds: totalPenaltiesSeconds ?? null });
}

/** Whether two records of texts and numbers are the same. */
export function isSameRecord<Value extends object>(one: Value, other: Value | undefined): boolean {
  if (other === undefined) return false;
  for (const key in one) if (one[key] !== other[key]) return false;
  return true;
}
