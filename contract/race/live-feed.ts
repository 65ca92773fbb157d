import { RaceControlKind } from '../entities/race-control.ts';
import { type LiveFlag, liveFlags } from '../entities/track-flag.ts';
import { isRace, type ResultStatus, SessionType } from '../enumerations.ts';
import type { LiveDocument, LiveDriver } from '../live/document.ts';
import { PenaltyType, WarningType } from '../penalties.ts';
import { lapsOf } from './live-laps.ts';
import { type RaceClock, raceClock } from './race-clock.ts';
import { isOutStatus } from './race-control.ts';
import { stoppedPart } from './replay/lap-times.ts';

interface Moment {
  /** The leader's lap in a race, else the lap of the car. */
  readonly lap: number | null;
  /** In ms since the start of the session; null where the recorder gives none. */
  readonly time: number | null;
}

interface Entry extends Moment {
  /** When it was, or about when, in ms since the start of the session. */
  readonly at: number;
  /** The same for as long as the entry exists. */
  readonly key: string;
}

/** A message of race control. Cars are named by their index. */
export type LiveEvent = Entry &
  (
    | {
        readonly kind: 'penalty' | 'deletedLap';
        readonly car: number;
        readonly type: PenaltyType;
        readonly seconds: number | null;
        readonly infringement: number | null;
        readonly other: number | null;
      }
    | { readonly kind: 'warning'; readonly car: number; readonly count: number; readonly isCornerCut: boolean }
    | { readonly kind: 'overtake'; readonly car: number; readonly other: number }
    | {
        readonly kind: 'fastestLap';
        readonly car: number;
        readonly lapTime: number;
        /** The lap of the car. */
        readonly onLap: number;
        /** No lap has been faster since. */
        readonly stands: boolean;
      }
    | { readonly kind: 'stop'; readonly car: number; readonly pitLaneTime: number | null }
    | {
        readonly kind: 'out';
        readonly car: number;
        readonly status: ResultStatus;
        readonly infringement: number | null;
      }
    | {
        readonly kind: 'lead';
        readonly car: number;
        readonly other: number;
        /** Why the other car lost the lead; null for a pass, or where nothing tells. */
        readonly reason: 'stop' | 'out' | null;
      }
    | {
        readonly kind: 'flag';
        readonly flag: LiveFlag;
        readonly sectors: readonly number[];
        /** When it ended; null while it is out, and for a chequered flag. */
        readonly until: Moment | null;
      }
  );

/** Whether an event decides the race: not stops, warnings, deleted laps, passes and fastest laps that were beaten. */
export function isDecisive(event: LiveEvent): boolean {
  switch (event.kind) {
    case 'flag':
    case 'penalty':
    case 'out':
    case 'lead':
      return true;
    case 'fastestLap':
      return event.stands;
    default:
      return false;
  }
}

/** The flag that is still out; undefined under green, and after the chequered flag. */
export function flagNow(events: readonly LiveEvent[]): (LiveEvent & { readonly kind: 'flag' }) | undefined {
  return events.find(
    (event): event is LiveEvent & { readonly kind: 'flag' } =>
      event.kind === 'flag' && event.until === null && event.flag !== 'chequered',
  );
}

type EventFields<Event> = Event extends LiveEvent ? Omit<Event, keyof Moment> : never;

/** An event before its lap is found. */
type Placed = EventFields<LiveEvent> & {
  /** As it was recorded, or follows from laps. */
  readonly time: number | null;
  /** The lap of the car, or the leader's one where that is known. */
  readonly lap: { readonly own: number | null } | { readonly leader: number | null };
};

/** The events of a session, the latest first, from one document after another. They are computed when one of their parts has changed. */
export function createEventFeed(): (document: Partial<LiveDocument>) => readonly LiveEvent[] {
  let before: readonly unknown[] = [];
  let events: readonly LiveEvent[] = [];
  return (document) => {
    const { drivers = {}, overtakes, raceControl, sessionType } = document;
    const parts = [
      ...[overtakes, raceControl, sessionType],
      ...Object.values(drivers).flatMap(({ lapTimes, penalties, warnings, pitStops, resultStatus }) => [
        ...[lapTimes, penalties, warnings, pitStops, resultStatus],
      ]),
    ];
    const isSame = parts.length === before.length && parts.every((part, index) => part === before[index]);
    before = parts;
    if (!isSame) events = eventsOf(document);
    return events;
  };
}

function eventsOf(document: Partial<LiveDocument>): readonly LiveEvent[] {
  const { drivers = {}, overtakes = {}, raceControl = {}, sessionType = SessionType.Unknown } = document;
  const clock = raceClock(document);
  const placed = [
    ...flagEvents(raceControl),
    ...overtakeEvents(overtakes, clock),
    ...fastestLaps(drivers, clock),
    ...leadChanges(document, clock),
    ...Object.entries(drivers).flatMap(([car, driver]) => driverEvents(Number(car), driver, document, clock)),
  ];
  placed.sort((one, other) => other.at - one.at);
  const isOfRace = isRace(sessionType);
  return placed.map(({ lap, ...event }): LiveEvent => {
    const shown = 'leader' in lap ? lap.leader : isOfRace ? (clock.leaderLapAt(event.at) ?? lap.own) : lap.own;
    return { ...event, lap: shown } as LiveEvent;
  });
}

function overtakeEvents(overtakes: NonNullable<LiveDocument['overtakes']>, clock: RaceClock): Placed[] {
  return Object.entries(overtakes).map(
    ([number, { overtakingDriverIdx: car, overtakenDriverIdx: other, lapNum, overtakingTime }]) => ({
      key: `overtake ${number}`,
      kind: 'overtake',
      car,
      other,
      ...momentOf(clock, car, lapNum ?? null, overtakingTime ?? null),
    }),
  );
}

/** When something of a car was: at its time, or about there in its lap. */
function momentOf(clock: RaceClock, car: number, lap: number | null, time: number | null, part = 0.5) {
  return { at: time ?? clock.timeIn(car, lap ?? 1, part), time, lap: { own: lap } };
}

type Entries = NonNullable<LiveDocument['raceControl']>;

/** Flags that follow each other without green in between are one: another sector, two yellow ones, a safety car that ends. */
const flagFamilies: Partial<Record<LiveFlag, string>> = {
  yellow: 'yellow',
  doubleYellow: 'yellow',
  safetyCar: 'safetyCar',
  safetyCarEnding: 'safetyCar',
  virtualSafetyCar: 'virtualSafetyCar',
  virtualSafetyCarEnding: 'virtualSafetyCar',
  red: 'red',
  chequered: 'chequered',
};
/** The name of a flag once it is over. */
const flagsOver: Partial<Record<LiveFlag, LiveFlag>> = {
  safetyCarEnding: 'safetyCar',
  virtualSafetyCarEnding: 'virtualSafetyCar',
};

/** The flags from beginning to end; a green one ends the one before. */
function flagEvents(entries: Entries): Placed[] {
  const spans: (Extract<Placed, { kind: 'flag' }> & { readonly family: string })[] = [];
  for (const [number, { kind, flag: place, sectors: where = {}, lapNum = null, time = null }] of Object.entries(
    entries,
  )) {
    const flag = kind === RaceControlKind.Flag ? liveFlags[place ?? -1] : undefined;
    if (flag === undefined) continue;
    const family = flagFamilies[flag];
    const last = spans.at(-1);
    const sectors = Object.values(where);
    if (last !== undefined && last.until === null && last.family === family) {
      spans[spans.length - 1] = { ...last, flag, sectors };
      continue;
    }
    if (last !== undefined && last.until === null)
      spans[spans.length - 1] = { ...last, flag: flagsOver[last.flag] ?? last.flag, until: { lap: lapNum, time } };
    if (family === undefined) continue;
    const at = time ?? last?.until?.time ?? last?.at ?? 0;
    const moment = { at, time, lap: { leader: lapNum } };
    spans.push({ key: `flag ${number}`, kind: 'flag', flag, sectors, until: null, family, ...moment });
  }
  return spans.map(({ family: _, ...event }) => event);
}

/** When the server noted something of a car: the last time, because a flashback can undo the first. */
function timeNoted(entries: Entries, car: number, kind: number, stop?: number): number | null {
  const found = Object.values(entries).findLast(
    (entry) => entry.kind === kind && entry.driverIdx === car && entry.stop === stop,
  );
  return found?.time ?? null;
}

const deletedLaps: ReadonlySet<PenaltyType> = new Set([
  PenaltyType.ThisLapInvalidated,
  PenaltyType.ThisAndNextLapInvalidated,
  PenaltyType.ThisLapInvalidatedWithoutReason,
  PenaltyType.ThisAndNextLapInvalidatedWithoutReason,
  PenaltyType.ThisAndPreviousLapInvalidated,
  PenaltyType.ThisAndPreviousLapInvalidatedWithoutReason,
]);
const exclusions: ReadonlySet<PenaltyType> = new Set([PenaltyType.Disqualified, PenaltyType.Retired]);
const reminders: ReadonlySet<PenaltyType> = new Set([PenaltyType.Warning, PenaltyType.PenaltyReminder]);

function driverEvents(
  car: number,
  driver: LiveDriver,
  { raceControl: noted = {}, numberOfLaps }: Partial<LiveDocument>,
  clock: RaceClock,
): Placed[] {
  const events: Placed[] = [];
  const isOut = isOutStatus(driver.resultStatus);
  const penalties = Object.entries(driver.penalties ?? {});
  for (const [number, penalty] of penalties) {
    const { penaltyType: type, lapNum = null, penaltyIssuedTime = null } = penalty;
    // The retirement or disqualification that it is has an event of its own.
    if (reminders.has(type) || (isOut && exclusions.has(type))) continue;
    events.push({
      key: `penalty ${car} ${number}`,
      kind: deletedLaps.has(type) ? 'deletedLap' : 'penalty',
      car,
      type,
      seconds: penalty.penaltyTime ?? null,
      infringement: penalty.infringementType ?? null,
      other: penalty.otherVehicleIdx ?? null,
      ...momentOf(clock, car, lapNum, penaltyIssuedTime),
    });
  }
  for (const [number, { warningType, lapNum = null, warningTime = null }] of Object.entries(driver.warnings ?? {}))
    events.push({
      key: `warning ${car} ${number}`,
      kind: 'warning',
      car,
      count: Number(number) + 1,
      isCornerCut: warningType === WarningType.CornerCutting,
      ...momentOf(clock, car, lapNum, warningTime),
    });
  for (const [number, { lapNum, pitLaneTime = null }] of Object.entries(driver.pitStops ?? {})) {
    const time = timeNoted(noted, car, RaceControlKind.Stop, Number(number));
    // A car comes in at the end of a lap.
    const moment = momentOf(clock, car, lapNum, time, 0.98);
    events.push({ key: `stop ${car} ${number}`, kind: 'stop', car, pitLaneTime, ...moment });
  }
  if (isOut) {
    const [, ruled] = penalties.findLast(([, { penaltyType }]) => exclusions.has(penaltyType)) ?? [];
    // A saved file counts completed laps alone.
    const completed = lapsOf(driver).findLastIndex(({ lapTime }) => lapTime !== undefined) + 1;
    const last = Math.max(driver.currentLapNumber ?? ruled?.lapNum ?? 0, completed + 1);
    const lap = Math.min(last, numberOfLaps ?? last);
    const time = timeNoted(noted, car, RaceControlKind.Out) ?? ruled?.penaltyIssuedTime ?? null;
    const infringement = ruled?.infringementType ?? null;
    const moment = momentOf(clock, car, lap, time, completed < lap ? stoppedPart : 1);
    events.push({ key: `out ${car}`, kind: 'out', car, status: driver.resultStatus, infringement, ...moment });
  }
  return events;
}

/** Every lap that was the fastest of the session when it was driven; in a race, or where laps follow each other, from lap 2 on. */
function fastestLaps(drivers: NonNullable<LiveDocument['drivers']>, clock: RaceClock): Placed[] {
  const driven = Object.entries(drivers).flatMap(([index, driver]) =>
    lapsOf(driver).map(({ lapTime, invalidLap }, place) => {
      const [car, onLap] = [Number(index), place + 1];
      const end = clock.crossing(car, onLap);
      return { car, onLap, lapTime: invalidLap ? undefined : lapTime, end, at: end ?? clock.timeIn(car, onLap, 1) };
    }),
  );
  driven.sort((one, other) => one.at - other.at || one.onLap - other.onLap);
  let best = Infinity;
  const events: (Placed & { kind: 'fastestLap' })[] = [];
  for (const { car, onLap, lapTime, end, at } of driven) {
    if (lapTime === undefined || lapTime >= best) continue;
    best = lapTime;
    if (onLap === 1 && !clock.hasEnds) continue;
    const key = `fastest ${car} ${onLap}`;
    const moment = { at, time: clock.hasTimes ? end : null, lap: { own: onLap } };
    events.push({ key, kind: 'fastestLap', car, lapTime, onLap, stands: false, ...moment });
  }
  const last = events.pop();
  return last === undefined ? [] : [...events, { ...last, stands: last.lapTime === best }];
}

/** The changes of the leader at the end of a lap, each at the time of its pass where one was recorded. */
function leadChanges({ drivers = {}, overtakes = {} }: Partial<LiveDocument>, clock: RaceClock): Placed[] {
  const onPole = Object.entries(drivers).find(([, { startingPosition }]) => startingPosition === 1)?.[0];
  let leader = onPole === undefined ? null : Number(onPole);
  return clock.leaders.flatMap((car, index): Placed[] => {
    const other = leader;
    leader = car ?? leader;
    if (car === null || other === null || car === other) return [];
    const lap = index + 1;
    const pass = Object.values(overtakes).findLast(
      ({ overtakingDriverIdx, overtakenDriverIdx, lapNum }) =>
        overtakingDriverIdx === car && overtakenDriverIdx === other && lapNum === lap,
    );
    const end = clock.crossing(car, lap);
    const at = pass?.overtakingTime ?? end ?? clock.timeIn(car, lap, 1);
    const time = clock.hasTimes ? (pass?.overtakingTime ?? end) : null;
    // The game counts passes of cars that have stopped, too.
    const reason = leadLoss(drivers[other], lap, clock.crossing(other, lap) === null);
    return [{ key: `lead ${lap}`, kind: 'lead', car, other, reason, at, time, lap: { leader: lap } }];
  });
}

/** Why a car that led at the end of the lap before does not lead at the end of this one. */
function leadLoss(driver: LiveDriver | undefined, lap: number, isMissing: boolean): 'stop' | 'out' | null {
  if (driver === undefined) return null;
  if (isOutStatus(driver.resultStatus) && isMissing) return 'out';
  const hasStopped = Object.values(driver.pitStops ?? {}).some(({ lapNum }) => lapNum === lap || lapNum === lap - 1);
  return hasStopped ? 'stop' : null;
}
