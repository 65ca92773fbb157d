import { RaceControlKind } from '../entities/race-control.ts';
import { type LiveFlag, liveFlags } from '../entities/track-flag.ts';
import type { ResultStatus } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import { PenaltyType } from '../penalties.ts';
import { lapsOf } from './live-laps.ts';
import { isOutStatus } from './race-control.ts';

interface Entry {
  /** The same for as long as the entry exists. */
  readonly key: string;
  readonly lap: number | null;
  /** In ms since the start of the session; null where the recorder gives none. */
  readonly time: number | null;
}

/** A message of race control. Cars are named by their index. */
export type LiveEvent = Entry &
  (
    | {
        readonly kind: 'penalty';
        readonly car: number;
        readonly type: PenaltyType;
        readonly seconds: number | null;
        readonly infringement: number | null;
        readonly other: number | null;
      }
    | { readonly kind: 'warning'; readonly car: number; readonly count: number }
    | { readonly kind: 'overtake'; readonly car: number; readonly other: number }
    | { readonly kind: 'fastestLap'; readonly car: number; readonly lapTime: number }
    | { readonly kind: 'stop'; readonly car: number; readonly pitLaneTime: number | null }
    | { readonly kind: 'out'; readonly car: number; readonly status: ResultStatus }
    | { readonly kind: 'flag'; readonly flag: LiveFlag; readonly sectors: readonly number[] }
  );

/** An event without a time is sorted in as if every lap took this long, in ms. */
const usualLap = 90_000;

interface CachedEvents {
  readonly parts: readonly unknown[];
  readonly events: readonly LiveEvent[];
}

/** The events of a session, the latest first, from one document after another. Events of unchanged parts are computed once. */
export function createEventFeed(): (document: Partial<LiveDocument>) => readonly LiveEvent[] {
  const cache = new Map<string, CachedEvents>();
  function once(name: string, parts: readonly unknown[], compute: () => readonly LiveEvent[]): readonly LiveEvent[] {
    const cached = cache.get(name);
    const isSame = cached?.parts.length === parts.length && cached.parts.every((part, index) => part === parts[index]);
    if (cached !== undefined && isSame) return cached.events;
    const events = compute();
    cache.set(name, { parts, events });
    return events;
  }
  return (document) =>
    once('document', [document], () => {
      const { drivers = {}, overtakes, raceControl } = document;
      const laps = Object.values(drivers).map(({ lapTimes }) => lapTimes);
      const lists = [
        once('flags', [raceControl], () => flagEvents(raceControl ?? {})),
        once('fastest laps', laps, () => fastestLaps(drivers)),
        once('overtakes', [overtakes], () => overtakeEvents(overtakes ?? {})),
        ...Object.entries(drivers).map(([car, driver]) => {
          const { penalties, warnings, pitStops, resultStatus } = driver;
          return once(car, [penalties, warnings, pitStops, resultStatus, raceControl], () =>
            driverEvents(Number(car), driver, raceControl ?? {}),
          );
        }),
      ];
      return once('all', lists, () => lists.flat().sort((one, other) => sortTime(other) - sortTime(one)));
    });
}

function sortTime({ time, lap }: LiveEvent): number {
  return time ?? (lap ?? 0) * usualLap;
}

function overtakeEvents(overtakes: NonNullable<LiveDocument['overtakes']>): LiveEvent[] {
  return Object.entries(overtakes).map(
    ([number, { overtakingDriverIdx, overtakenDriverIdx, lapNum, overtakingTime }]) => ({
      key: `overtake ${number}`,
      kind: 'overtake',
      car: overtakingDriverIdx,
      other: overtakenDriverIdx,
      lap: lapNum ?? null,
      time: overtakingTime ?? null,
    }),
  );
}

type Entries = NonNullable<LiveDocument['raceControl']>;

function flagEvents(entries: Entries): LiveEvent[] {
  return Object.entries(entries).flatMap(
    ([number, { kind, flag: place, sectors = {}, lapNum = null, time = null }]) => {
      const flag = kind === RaceControlKind.Flag ? liveFlags[place ?? -1] : undefined;
      if (flag === undefined) return [];
      return [{ key: `flag ${number}`, kind: 'flag', flag, sectors: Object.values(sectors), lap: lapNum, time }];
    },
  );
}

/** When the server noted something of a car: the last time, because a flashback can undo the first. */
function timeNoted(entries: Entries, car: number, kind: number, stop?: number): number | null {
  const found = Object.values(entries).findLast(
    (entry) => entry.kind === kind && entry.driverIdx === car && entry.stop === stop,
  );
  return found?.time ?? null;
}

function driverEvents(car: number, driver: LiveDriver, noted: Entries): LiveEvent[] {
  const events: LiveEvent[] = [];
  for (const [number, penalty] of Object.entries(driver.penalties ?? {})) {
    if (penalty.penaltyType === PenaltyType.Warning || penalty.penaltyType === PenaltyType.PenaltyReminder) continue;
    events.push({
      key: `penalty ${car} ${number}`,
      kind: 'penalty',
      car,
      type: penalty.penaltyType,
      seconds: penalty.penaltyTime ?? null,
      infringement: penalty.infringementType ?? null,
      other: penalty.otherVehicleIdx ?? null,
      lap: penalty.lapNum ?? null,
      time: penalty.penaltyIssuedTime ?? null,
    });
  }
  for (const [number, { lapNum, warningTime }] of Object.entries(driver.warnings ?? {})) {
    const count = Number(number) + 1;
    events.push({
      key: `warning ${car} ${number}`,
      kind: 'warning',
      car,
      count,
      lap: lapNum ?? null,
      time: warningTime ?? null,
    });
  }
  for (const [number, { lapNum, pitLaneTime }] of Object.entries(driver.pitStops ?? {})) {
    const time = timeNoted(noted, car, RaceControlKind.Stop, Number(number)) ?? startOfLap(driver, lapNum);
    events.push({
      key: `stop ${car} ${number}`,
      kind: 'stop',
      car,
      pitLaneTime: pitLaneTime ?? null,
      lap: lapNum,
      time,
    });
  }
  if (isOutStatus(driver.resultStatus)) {
    const lap = driver.currentLapNumber ?? driver.numberOfLaps ?? null;
    const time = timeNoted(noted, car, RaceControlKind.Out) ?? (lap === null ? null : startOfLap(driver, lap));
    events.push({ key: `out ${car}`, kind: 'out', car, status: driver.resultStatus, lap, time });
  }
  return events;
}

/** When a driver began a lap, in ms since the start; null where a lap has no time. */
function startOfLap(driver: LiveDriver, lap: number): number | null {
  let time: number | null = 0;
  for (const { lapTime } of lapsOf(driver).slice(0, lap - 1))
    time = time === null || lapTime === undefined ? null : time + lapTime;
  return time;
}

/** Every lap that was the fastest of the session when it was driven, from lap 2 on. */
function fastestLaps(drivers: NonNullable<LiveDocument['drivers']>): readonly LiveEvent[] {
  const driven = Object.entries(drivers).flatMap(([index, driver]) => {
    let time: number | null = 0;
    return lapsOf(driver).map(({ lapTime, invalidLap }, place) => {
      time = time === null || lapTime === undefined ? null : time + lapTime;
      return { car: Number(index), lap: place + 1, lapTime: invalidLap ? undefined : lapTime, time };
    });
  });
  driven.sort((one, other) => (one.time ?? Infinity) - (other.time ?? Infinity) || one.lap - other.lap);
  let best = Infinity;
  const events: LiveEvent[] = [];
  for (const { car, lap, lapTime, time } of driven) {
    if (lapTime === undefined || lapTime >= best) continue;
    best = lapTime;
    if (lap > 1) events.push({ key: `fastest ${car} ${lap}`, kind: 'fastestLap', car, lapTime, lap, time });
  }
  return events;
}
