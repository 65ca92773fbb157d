import { RaceControlKind } from '../../entities/race-control.ts';
import { type LiveFlag, liveFlags, TrackFlag } from '../../entities/track-flag.ts';
import { SafetyCarStatus } from '../../enumerations.ts';
import type { ReplayedSession } from './driven-cars.ts';
import type { Span } from './lap-times.ts';

/** A flag from a time on, in ms since the start of the session, and the sectors in which it is yellow, from 1. */
interface ShownFlag {
  readonly time: number;
  readonly flag: LiveFlag;
  readonly sectors: readonly number[];
}

/** The flags of a session, in their order; those without a time are out from the beginning of their lap. */
export function flagsOf({ raceControl = [] }: ReplayedSession, startOfLap: (lapNum: number) => number): ShownFlag[] {
  return raceControl.flatMap(({ kind, flag, time, lapNum, sectors = [] }) => {
    const name = kind === RaceControlKind.Flag ? liveFlags[flag ?? -1] : undefined;
    return name === undefined ? [] : [{ time: time ?? startOfLap(lapNum ?? 1), flag: name, sectors }];
  });
}

/** When a race was stopped. */
export function redSpans(flags: readonly ShownFlag[]): Span[] {
  return flags.flatMap(({ flag, time }, index) =>
    flag === 'red' ? [{ from: time, to: flags[index + 1]?.time ?? Infinity }] : [],
  );
}

const safetyCars: Partial<Record<LiveFlag, SafetyCarStatus>> = {
  safetyCar: SafetyCarStatus.Full,
  safetyCarEnding: SafetyCarStatus.Full,
  virtualSafetyCar: SafetyCarStatus.Virtual,
  virtualSafetyCarEnding: SafetyCarStatus.Virtual,
};
const trackFlags: Partial<Record<LiveFlag, TrackFlag>> = {
  yellow: TrackFlag.Yellow,
  doubleYellow: TrackFlag.DoubleYellow,
  red: TrackFlag.Red,
};

/** What a live session says of the flag that is out; undefined for none yet. */
export function flagFields(shown: ShownFlag | undefined) {
  const { flag = 'green', sectors = [] } = shown ?? {};
  const trackFlag = trackFlags[flag] ?? TrackFlag.Clear;
  return {
    safetyCarStatus: safetyCars[flag] ?? SafetyCarStatus.None,
    isSafetyCarEnding: flag === 'safetyCarEnding' || flag === 'virtualSafetyCarEnding',
    trackFlag: sectors.length === 0 ? trackFlag : TrackFlag.Clear,
    sectorFlags: Object.fromEntries(
      [0, 1, 2].map((index) => [index, sectors.includes(index + 1) ? trackFlag : TrackFlag.Clear]),
    ),
  };
}
