import { RaceControlKind } from '../entities/race-control.ts';
import type { Session } from '../entities/session.ts';
import { type LiveFlag, liveFlags } from '../entities/track-flag.ts';
import { median } from './median.ts';

/** Causes that slow the whole field. */
export type SlowKind = 'safetyCar' | 'virtualSafetyCar' | 'red';

/** Laps on which the whole field is slow, from one to another, both included. */
export interface SlowLaps {
  readonly from: number;
  readonly to: number;
  /** Null where nothing has recorded it. */
  readonly kind: SlowKind | null;
}

export type SlowLapsField =
  | 'drivers'
  | 'numberOfSafetyCars'
  | 'numberOfVirtualSafetyCars'
  | 'numberOfRedFlags'
  | 'raceControl';

/** A safety car costs a field more than this part of its usual lap. */
const slowShare = 1.12;

const kinds: Partial<Record<LiveFlag, SlowKind>> = {
  safetyCar: 'safetyCar',
  safetyCarEnding: 'safetyCar',
  virtualSafetyCar: 'virtualSafetyCar',
  virtualSafetyCarEnding: 'virtualSafetyCar',
  red: 'red',
};

/** The slow laps of a race: those of its race control, or, where that has not seen all of them, those that lap times tell. */
export function findSlowLaps(session: Pick<Session, SlowLapsField>, laps: number): SlowLaps[] {
  const { drivers, numberOfSafetyCars, numberOfVirtualSafetyCars, numberOfRedFlags } = session;
  const count = (numberOfSafetyCars ?? 0) + (numberOfVirtualSafetyCars ?? 0) + (numberOfRedFlags ?? 0);
  const medians = Array.from(
    { length: laps },
    (_, index) => median(drivers.flatMap(({ lapTimes }) => lapTimes[index]?.lapTime ?? [])) ?? 0,
  );
  // On the first lap all are slow.
  const usual = median(medians.slice(1)) ?? 0;
  const lostOn: LostOn = (lap) => {
    const lost = (medians[lap - 1] ?? 0) - usual;
    return lost > usual * (slowShare - 1) ? lost : null;
  };
  const noted = notedLaps(session, laps, lostOn);
  return noted.length > 0 && noted.length >= count ? noted : guessSlowLaps(lostOn, laps, count);
}

/** The time that the field has lost on a lap, in ms; null on a lap of the usual time. */
type LostOn = (lap: number) => number | null;

/** From the lap on which each began to the one on which it ended, if that was slow: the race may go on at its start. */
function notedLaps({ raceControl = [] }: Pick<Session, 'raceControl'>, laps: number, lostOn: LostOn): SlowLaps[] {
  const changes = raceControl.flatMap(({ kind, flag, lapNum }) => {
    const name = kind === RaceControlKind.Flag ? liveFlags[flag ?? -1] : undefined;
    return name === undefined || lapNum == null || lapNum < 1 ? [] : [{ lap: lapNum, kind: kinds[name] ?? null }];
  });
  const begun = changes.filter(({ kind }, index) => kind !== (changes[index - 1]?.kind ?? null));
  return begun.flatMap(({ lap: from, kind }, index) => {
    const end = begun[index + 1]?.lap;
    const to = end === undefined ? laps : end > from && lostOn(end) === null ? end - 1 : end;
    return kind === null || from > laps ? [] : [{ from, to: Math.min(to, laps), kind }];
  });
}

/** The game counts safety cars and red flags and does not say when they were: the slowest runs of laps tell. */
function guessSlowLaps(lostOn: LostOn, laps: number, count: number): SlowLaps[] {
  const runs: { from: number; to: number; lost: number }[] = [];
  for (let lap = 2; lap <= laps; lap += 1) {
    const lost = lostOn(lap);
    if (lost === null) continue;
    const last = runs.at(-1);
    if (last?.to === lap - 1) {
      last.to = lap;
      last.lost += lost;
    } else runs.push({ from: lap, to: lap, lost });
  }
  return runs
    .sort((one, other) => other.lost - one.lost)
    .slice(0, count)
    .map(({ from, to }) => ({ from, to, kind: null }))
    .sort((one, other) => one.from - other.from);
}
