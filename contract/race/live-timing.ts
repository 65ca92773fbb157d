import { DriverStatus, PitStatus } from '../entities/track-flag.ts';
import { isRace, ResultStatus, SessionStatus, SessionType, type TyreCompound } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import { type Gap, lapGap, raceGap } from './gaps.ts';
import { lastSafePlace } from './knock-out.ts';
import type { BestTimes, TimeField } from './laps.ts';
import { liveGapToLeader, liveInterval } from './live-gaps.ts';
import { bestOfAll, type LiveLap, lapsOf, liveBests } from './live-laps.ts';
import { orderOf } from './live-order.ts';

/** How a timing screen colours a time. */
export type LiveHighlight = 'sessionBest' | 'personalBest' | 'slower' | 'invalid' | 'none';

/** A time in ms, and how good it is. */
interface LiveTime {
  readonly time: number | null;
  readonly highlight: LiveHighlight;
}

/** The state of a driver that a timing screen shows instead of a gap. */
export type LiveState =
  | 'pit'
  | 'outLap'
  | 'inLap'
  | 'garage'
  | 'eliminated'
  | 'finished'
  | 'didNotFinish'
  | 'disqualified'
  | 'notClassified'
  | 'retired'
  | 'driving';

/** One line of a timing tower, in numbers. */
export interface LiveLine {
  readonly carIndex: number;
  readonly driver: LiveDriver;
  readonly place: number;
  /** Places won since the start of a race; null elsewhere. */
  readonly gained: number | null;
  readonly gap: Gap | null;
  readonly interval: Gap | null;
  readonly last: LiveTime;
  readonly best: LiveTime;
  readonly sectors: readonly [LiveTime, LiveTime, LiveTime];
  /** The first of the sectors, from 0, that is still of the last lap while the next one is driven; 3 for none. */
  readonly oldFrom: number;
  readonly compound: TyreCompound | null;
  readonly tyreAge: number | null;
  readonly stops: number;
  readonly state: LiveState;
  /** Takes no part any more. */
  readonly isOut: boolean;
}

/** The timing tower of a running session, first place first. */
export interface LiveTiming {
  readonly lines: readonly LiveLine[];
  /** The last place that is not knocked out; null without a knock-out. */
  readonly lastSafePlace: number | null;
  readonly bests: BestTimes;
}

/** The times of the last lap stay on the screen for so long after a new one has begun, in ms. */
export const lapHold = 5_000;
/** A car that has crossed the line inside the pit lane leaves it within this time, in ms. */
const longestPitExit = 20_000;

const outStates: ReadonlySet<LiveState> = new Set([
  'eliminated',
  'didNotFinish',
  'disqualified',
  'notClassified',
  'retired',
]);

/** The timing tower of a live document; places and gaps are those of a race, or of best laps in any other session. */
export function timingOf({
  sessionType = SessionType.Unknown,
  sessionStatus,
  trackLength,
  drivers = {},
}: Partial<LiveDocument>): LiveTiming {
  const isOfRace = isRace(sessionType);
  const entries = orderOf({ drivers }, isOfRace);
  const personal = entries.map(({ driver }) => liveBests(driver));
  const bests = bestOfAll(personal);
  const starters = entries.filter(({ driver }) => driver.resultStatus !== ResultStatus.Inactive).length;
  const leader = entries[0]?.driver;
  const lines = entries.map(({ carIndex, driver }, index): LiveLine => {
    const own = personal[index] ?? bests;
    const ahead = entries[index - 1]?.driver;
    const state = stateOf(driver, sessionType);
    const [gap, interval] =
      ahead === undefined || leader === undefined
        ? [null, null]
        : isOfRace && sessionStatus === SessionStatus.Finished
          ? [resultGap(leader, driver), resultGap(ahead, driver)]
          : isOfRace
            ? [liveGapToLeader(leader, driver, trackLength), liveInterval(ahead, driver, trackLength)]
            : [gapOfLaps(bests, own), gapOfLaps(personal[index - 1], own)];
    const lap = lapsOf(driver).at(-1);
    return {
      carIndex,
      driver,
      place: index + 1,
      gained: isOfRace && driver.startingPosition ? driver.startingPosition - (driver.position ?? index + 1) : null,
      gap,
      interval,
      last: timeOf(lap, 'lapTime', own, bests),
      best: {
        time: own.lapTime,
        highlight: own.lapTime === null ? 'none' : own.lapTime === bests.lapTime ? 'sessionBest' : 'slower',
      },
      ...sectorsOf(driver, lap, own, bests),
      compound: driver.currentTyreCompound ?? null,
      tyreAge: driver.currentTyreAgeLaps ?? null,
      stops: Object.keys(driver.pitStops ?? {}).length,
      state,
      isOut: outStates.has(state),
    };
  });
  return { lines, lastSafePlace: lastSafePlace(sessionType, starters), bests };
}

/** Places of a result count penalties, and so do its gaps. */
function resultGap(ahead: LiveDriver, driver: LiveDriver): Gap | null {
  if (ahead.resultStatus !== ResultStatus.Finished || driver.resultStatus !== ResultStatus.Finished) return null;
  const gap = raceGap(raceTimeOf(ahead), raceTimeOf(driver));
  // Where stewards have moved cars by places, the order does not follow from the times.
  return gap !== null && 'milliseconds' in gap && gap.milliseconds < 0 ? null : gap;
}

function raceTimeOf({ totalRaceTime, totalPenaltiesSeconds, numberOfLaps }: LiveDriver) {
  return {
    totalRaceTime: totalRaceTime ?? null,
    totalPenaltiesSeconds: totalPenaltiesSeconds ?? null,
    numberOfLaps: numberOfLaps ?? null,
  };
}

/** Places follow a better lap a moment later: until then no gap is negative. */
function gapOfLaps(ahead: BestTimes | undefined, own: BestTimes): Gap | null {
  const gap = lapGap({ bestLapTimeMs: ahead?.lapTime ?? null }, { bestLapTimeMs: own.lapTime });
  return gap !== null && 'milliseconds' in gap ? { milliseconds: Math.max(0, gap.milliseconds) } : gap;
}

function timeOf(lap: LiveLap | undefined, field: TimeField, own: BestTimes, all: BestTimes): LiveTime {
  const time = lap?.[field] ?? null;
  if (lap === undefined || time === null) return { time, highlight: 'none' };
  return { time, highlight: lap.invalidLap ? 'invalid' : highlightOf(time, own[field], all[field]) };
}

function highlightOf(time: number, own: number | null, all: number | null): LiveHighlight {
  if (all === null || time <= all) return 'sessionBest';
  return own === null || time <= own ? 'personalBest' : 'slower';
}

/** The sectors of the current lap, and of the last one until they are driven again. */
function sectorsOf(
  driver: LiveDriver,
  lap: LiveLap | undefined,
  own: BestTimes,
  all: BestTimes,
): Pick<LiveLine, 'sectors' | 'oldFrom'> {
  const { currentLapTime, currentSector1Time, currentSector2Time, currentSector3Time } = driver;
  // For its first seconds a lap has nothing to compare with the last one, which stands out.
  const isFresh = !currentSector1Time && (currentLapTime === undefined || currentLapTime < lapHold);
  const last = (lap ?? {
    sector1Time: driver.lastSector1Time,
    sector2Time: driver.lastSector2Time,
    sector3Time: driver.lastSector3Time,
    invalidLap: false,
  }) as LiveLap;
  const current = {
    sector1Time: currentSector1Time || undefined,
    sector2Time: currentSector2Time || undefined,
    sector3Time: currentSector3Time || undefined,
    invalidLap: false,
  } as LiveLap;
  const driven = [currentSector1Time, currentSector2Time, currentSector3Time].findIndex((time) => !time);
  const oldFrom = isFresh || driven === -1 ? 3 : driven;
  const time = (field: TimeField, index: number) =>
    timeOf(isFresh || index >= oldFrom ? last : current, field, own, all);
  return { sectors: [time('sector1Time', 0), time('sector2Time', 1), time('sector3Time', 2)], oldFrom };
}

function stateOf(driver: LiveDriver, sessionType: SessionType): LiveState {
  switch (driver.resultStatus) {
    case ResultStatus.Finished:
      return 'finished';
    case ResultStatus.DidNotFinish:
      return 'didNotFinish';
    case ResultStatus.Disqualified:
      return 'disqualified';
    case ResultStatus.NotClassified:
      return 'notClassified';
    case ResultStatus.Retired:
      return 'retired';
    case ResultStatus.Inactive:
      return isKnockOut(sessionType) ? 'eliminated' : isRace(sessionType) ? 'driving' : 'garage';
    default:
      return pitStateOf(driver, isRace(sessionType));
  }
}

/** Where the recorder says it, that is where a driver is. Otherwise it is the pit lane for as long as the last stop has no time. */
function pitStateOf(
  { pitStatus, driverStatus, pitStops = {}, currentLapNumber = 0, currentLapTime = 0 }: LiveDriver,
  isOfRace: boolean,
): LiveState {
  if (!isOfRace && (pitStatus === PitStatus.InBox || driverStatus === DriverStatus.Garage)) return 'garage';
  if (pitStatus === PitStatus.InLane || pitStatus === PitStatus.InBox) return 'pit';
  if (!isOfRace && driverStatus === DriverStatus.OutLap) return 'outLap';
  if (!isOfRace && driverStatus === DriverStatus.InLap) return 'inLap';
  const stop = Object.values(pitStops).at(-1);
  if (stop === undefined) return 'driving';
  const hasCrossed = stop.lapNum === currentLapNumber - 1;
  const isInside = stop.lapNum === currentLapNumber || (hasCrossed && currentLapTime < longestPitExit);
  if (pitStatus === undefined && stop.pitLaneTime === undefined && isInside) return 'pit';
  return !isOfRace && hasCrossed ? 'outLap' : 'driving';
}

function isKnockOut(sessionType: SessionType): boolean {
  const types: readonly SessionType[] = [
    SessionType.Q2,
    SessionType.Q3,
    SessionType.SprintShootout2,
    SessionType.SprintShootout3,
  ];
  return types.includes(sessionType);
}
