// The one classification of a session: recorded, imported, typed, corrected and ruled results, and a race that runs now.
import type { Ruling } from '../entities/ruling.ts';
import type { Driver } from '../entities/session.ts';
import { isRace, ResultStatus, type SessionType } from '../enumerations.ts';
import { timeWithPenalties } from './gaps.ts';
import { rulingsOn } from './rulings.ts';

/** The fields that decide a driver's position. */
export type Classifiable = Readonly<
  Pick<
    Driver,
    'carIndex' | 'finishingPosition' | 'resultStatus' | 'bestLapTimeMs' | 'totalRaceTime' | 'totalPenaltiesSeconds'
  >
> &
  Readonly<Partial<Pick<Driver, 'position' | 'numberOfLaps'>>> & {
    /** Retired, and classified by the rules of a season: the position that it has is that of the result. */
    readonly isClassified?: boolean;
  };

/** A driver with position and status in the order of the result. */
export interface ClassifiedResult<Of extends Classifiable = Classifiable> {
  readonly driver: Of;
  /** Drivers who are out follow all others. Drivers in a dead heat have the same position. */
  readonly position: number | null;
  readonly resultStatus: ResultStatus;
  /** Counts in the result: has finished, or has driven far enough by the rules. */
  readonly isClassified: boolean;
}

/** Classification rules that differ between leagues. */
export interface ClassificationRules {
  /** The share of the winner’s laps from which a car that retired is classified. None: only those who finish are. */
  readonly classifiedFrom?: number | null | undefined;
}

/** A driver in the order of a classification. Neighbours of one heat are in a dead heat. */
interface Entry<Of extends Classifiable = Classifiable> {
  readonly driver: Of;
  readonly resultStatus: ResultStatus;
  readonly heat: number;
}

/** The results of those who are out of a race. */
export const outStatuses: readonly ResultStatus[] = [
  ResultStatus.DidNotFinish,
  ResultStatus.Disqualified,
  ResultStatus.NotClassified,
  ResultStatus.Retired,
];

/** Whether a driver with this status does not count. In qualifying only a disqualification takes the lap away. */
export function isOutOf(sessionType: SessionType, status: ResultStatus): boolean {
  return isRace(sessionType) ? outStatuses.includes(status) : status === ResultStatus.Disqualified;
}

/**
 * The drivers of a session in the order of its result, with the positions that they have after the rulings. In a race, those
 * who did not finish are behind those who did, and those who are disqualified behind all; all others move up. Within each of
 * these groups the order is that of the given positions, then that of the best laps. A ruling moves only the ruled car: all
 * others keep their order and their dead heats. A reinstated car goes to where its time belongs. A time penalty moves a car by
 * the recorded times; where a time is missing, the car stays.
 */
export function classify<Of extends Classifiable>(
  { sessionType, drivers }: { readonly sessionType: SessionType; readonly drivers: readonly Of[] },
  rulings: readonly Ruling[] = [],
  rules: ClassificationRules = {},
): ClassifiedResult<Of>[] {
  const recorded = [...drivers]
    .sort(compareRecorded)
    .map((driver): Entry<Of> => ({ driver, resultStatus: statusOf(driver, rulings), heat: placeOf(driver) }));
  const placed = recorded.filter(hasPlace);
  const unplaced = byStatus(
    recorded.filter((entry) => !hasPlace(entry)),
    sessionType,
  );
  const slots = slotsOf(placed.map(({ driver }) => driver));
  const moved = movePlaces(moveByTime(moveByStatus(placed, sessionType), rulings), rulings);
  const isClassified = classifiedBy(moved, rules);
  const ordered = moveRetired(moved, isClassified);
  return [
    ...ordered.map((entry, index) => {
      const { driver, resultStatus, heat } = entry;
      const first = ordered.findIndex((other) => other.heat === heat);
      return { driver, resultStatus, position: slots[first] ?? index + 1, isClassified: isClassified(entry) };
    }),
    ...unplaced.map(({ driver, resultStatus }) => ({ driver, resultStatus, position: null, isClassified: false })),
  ];
}

/** Drivers in the order of the result. */
export function inResultOrder<Of extends Classifiable>(session: {
  readonly sessionType: SessionType;
  readonly drivers: readonly Of[];
}): Of[] {
  return classify(session).map(({ driver }) => driver);
}

function compareRecorded(one: Classifiable, other: Classifiable): number {
  const never = Number.MAX_SAFE_INTEGER;
  const byPlace = (recordedPosition(one) ?? never) - (recordedPosition(other) ?? never);
  const byLap = (one.bestLapTimeMs ?? never) - (other.bestLapTimeMs ?? never);
  return byPlace || byLap || one.carIndex - other.carIndex;
}

function recordedPosition({ finishingPosition, position = null }: Classifiable): number | null {
  return finishingPosition ?? position;
}

function placeOf(driver: Classifiable): number {
  return recordedPosition(driver) ?? Number.POSITIVE_INFINITY;
}

function statusOf(driver: Classifiable, rulings: readonly Ruling[]): ResultStatus {
  const last = rulingsOn(rulings, driver.carIndex).findLast(
    ({ kind }) => kind === 'disqualify' || kind === 'reinstate',
  );
  if (last === undefined) return driver.resultStatus;
  return last.kind === 'disqualify' ? ResultStatus.Disqualified : ResultStatus.Finished;
}

function isReinstated({ driver, resultStatus }: Entry): boolean {
  return resultStatus === ResultStatus.Finished && driver.resultStatus !== ResultStatus.Finished;
}

function hasPlace(entry: Entry): boolean {
  return recordedPosition(entry.driver) !== null || isReinstated(entry);
}

/** The positions that were given, in order: gaps in them stay, and a dead heat of two takes two. */
function slotsOf(drivers: readonly Classifiable[]): number[] {
  const slots: number[] = [];
  for (const driver of drivers) {
    const next = (slots.at(-1) ?? 0) + 1;
    slots.push(Math.max(next, recordedPosition(driver) ?? next));
  }
  return slots;
}

/** An entry that is in no dead heat. Positions are whole numbers and car indices not negative, so it is unique. */
function alone<Of extends Classifiable>(entry: Entry<Of>): Entry<Of> {
  return { ...entry, heat: -1 - entry.driver.carIndex };
}

/** Sorts retired drivers behind the others and disqualified ones last. */
function byStatus<Of extends Classifiable>(entries: readonly Entry<Of>[], sessionType: SessionType): Entry<Of>[] {
  const isOut = (entry: Entry) => isOutOf(sessionType, entry.resultStatus) && !isClassifiedAlready(entry);
  const isDisqualified = ({ resultStatus }: Entry) => resultStatus === ResultStatus.Disqualified;
  return [
    ...entries.filter((entry) => !isOut(entry)),
    ...entries.filter((entry) => isOut(entry) && !isDisqualified(entry)).map(alone),
    ...entries.filter(isDisqualified).map(alone),
  ];
}

/** Moves cars by their status, and reinstated cars to where their times belong. */
function moveByStatus<Of extends Classifiable>(placed: readonly Entry<Of>[], sessionType: SessionType): Entry<Of>[] {
  let order = byStatus(placed, sessionType);
  for (const entry of placed.filter(isReinstated)) {
    const rest = order.filter((other) => other !== entry);
    const hasTime = rest.some((other) => isComparable(entry, other));
    if (!hasTime && recordedPosition(entry.driver) !== null) continue;
    const slower = rest.findIndex((other) => compareTimes(entry, other, noTimes) < 0);
    const index = slower < 0 ? rest.findLastIndex(isFinisher) + 1 : slower;
    order = insert(rest, alone(entry), besideHeat(rest, index, false));
  }
  return order;
}

function isFinisher({ resultStatus }: Entry): boolean {
  return resultStatus === ResultStatus.Finished;
}

function hasRetired({ resultStatus }: Entry): boolean {
  return resultStatus === ResultStatus.DidNotFinish || resultStatus === ResultStatus.Retired;
}

function isClassifiedAlready(entry: Entry): boolean {
  return entry.driver.isClassified === true && hasRetired(entry);
}

/**
 * Returns the test for a classified driver: finishers, and by some rules retired cars that have driven most laps of the
 * winner, rounded down.
 */
function classifiedBy(order: readonly Entry[], { classifiedFrom }: ClassificationRules): (entry: Entry) => boolean {
  const laps = order.find(isFinisher)?.driver.numberOfLaps ?? null;
  const needed = classifiedFrom == null || laps === null ? null : Math.floor(classifiedFrom * laps);
  return (entry) => {
    if (isFinisher(entry) || isClassifiedAlready(entry)) return true;
    return hasRetired(entry) && needed !== null && (entry.driver.numberOfLaps ?? 0) >= needed;
  };
}

/** Moves retired cars that count before the first finisher with fewer laps. */
function moveRetired<Of extends Classifiable>(
  order: readonly Entry<Of>[],
  isClassified: (entry: Entry) => boolean,
): Entry<Of>[] {
  const retired = order.filter((entry) => isClassified(entry) && !isFinisher(entry) && !isClassifiedAlready(entry));
  let moved = order.filter((entry) => !retired.includes(entry));
  for (const entry of retired) {
    const lapsOf = ({ driver }: Entry) => driver.numberOfLaps ?? Number.POSITIVE_INFINITY;
    const index = moved.findIndex((other) => !isClassified(other) || lapsOf(other) < lapsOf(entry));
    moved = insert(moved, entry, index < 0 ? moved.length : besideHeat(moved, index, false));
  }
  return moved;
}

function insert<Of extends Classifiable>(order: readonly Entry<Of>[], entry: Entry<Of>, index: number): Entry<Of>[] {
  return [...order.slice(0, index), entry, ...order.slice(index)];
}

/** Milliseconds that rulings add, by car index. */
type AddedTimes = ReadonlyMap<number, number>;
const noTimes: AddedTimes = new Map();

function isComparable(one: Entry, other: Entry): boolean {
  return [one, other].every((entry) => isFinisher(entry) && timeWithPenalties(entry.driver) !== null);
}

/** Below 0 when the first one is ahead by laps or time; 0 when the times are equal or one is missing. */
function compareTimes(one: Entry, other: Entry, added: AddedTimes): number {
  if (!isComparable(one, other)) return 0;
  const [lapsOfOne, lapsOfOther] = [one.driver.numberOfLaps, other.driver.numberOfLaps];
  const byLaps = lapsOfOne == null || lapsOfOther == null ? 0 : lapsOfOther - lapsOfOne;
  return byLaps || timeOf(one, added) - timeOf(other, added);
}

function timeOf({ driver }: Entry, added: AddedTimes): number {
  return (timeWithPenalties(driver) ?? 0) + (added.get(driver.carIndex) ?? 0);
}

/**
 * Takes the cars with added time out and inserts them again: with more time behind the last car that is ahead now, with
 * less time before the first car that is behind now.
 */
function moveByTime<Of extends Classifiable>(order: readonly Entry<Of>[], rulings: readonly Ruling[]): Entry<Of>[] {
  const added = new Map<number, number>();
  for (const ruling of rulings)
    if (ruling.kind === 'time') added.set(ruling.carIndex, (added.get(ruling.carIndex) ?? 0) + ruling.milliseconds);
  const addedTo = ({ driver }: Entry) => added.get(driver.carIndex) ?? 0;
  const isRuled = (entry: Entry) => isFinisher(entry) && addedTo(entry) !== 0;
  let moved = order.filter((entry) => !isRuled(entry));
  for (const [place, entry] of order.entries()) {
    if (!isRuled(entry)) continue;
    const wasAhead = (other: Entry) => order.findIndex(({ driver }) => driver === other.driver) < place;
    const isLater = addedTo(entry) > 0;
    const isAhead = (other: Entry) => {
      const byTime = compareTimes(other, entry, added);
      // More time gains no place, and less time loses none.
      const isFixed = !isRuled(other) && other.heat !== entry.heat && wasAhead(other) === isLater;
      return byTime === 0 || isFixed ? wasAhead(other) : byTime < 0;
    };
    const index = isLater ? moved.findLastIndex(isAhead) + 1 : firstIndex(moved, (other) => !isAhead(other));
    const neighbours = [moved[index - 1], moved[index]];
    const staysInHeat = neighbours.some(
      (other) => other?.heat === entry.heat && compareTimes(other, entry, added) === 0,
    );
    if (staysInHeat) moved = insert(moved, entry, index);
    else moved = insert(moved, alone(entry), besideHeat(moved, index, isLater));
  }
  return moved;
}

function firstIndex(order: readonly Entry[], matches: (entry: Entry) => boolean): number {
  const index = order.findIndex(matches);
  return index < 0 ? order.length : index;
}

/** An index that does not split a dead heat. */
function besideHeat(order: readonly Entry[], index: number, isLater: boolean): number {
  const heat = order[index]?.heat;
  if (heat === undefined || order[index - 1]?.heat !== heat) return index;
  return isLater
    ? order.findLastIndex((entry) => entry.heat === heat) + 1
    : order.findIndex((entry) => entry.heat === heat);
}

/** Moves cars by places among those that finished, one ruling after the other. */
function movePlaces<Of extends Classifiable>(order: readonly Entry<Of>[], rulings: readonly Ruling[]): Entry<Of>[] {
  let moved = [...order];
  for (const ruling of rulings) {
    if (ruling.kind !== 'places' || ruling.places === 0) continue;
    const from = moved.findIndex((entry) => entry.driver.carIndex === ruling.carIndex && isFinisher(entry));
    const entry = moved[from];
    if (entry === undefined) continue;
    const rest = moved.filter((other) => other !== entry);
    const last = rest.findLastIndex(isFinisher) + 1;
    const index = Math.min(last, Math.max(0, from + ruling.places));
    moved = insert(rest, alone(entry), besideHeat(rest, index, ruling.places > 0));
  }
  return moved;
}
