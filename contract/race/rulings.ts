import type { Ruling } from '../entities/ruling.ts';
import { ResultStatus } from '../enumerations.ts';
import { timeWithPenalties } from './gaps.ts';
import type { ScoredDriver, ScoredSession } from './results.ts';

/** A driver with position and status after the rulings. */
export interface ClassifiedResult {
  readonly driver: ScoredDriver;
  /** Drivers in a dead heat have the same position. */
  readonly position: number | null;
  readonly resultStatus: ResultStatus;
}

/** The rulings that count, in the order in which they apply: as they were made. */
export function rulingsInForce(rulings: readonly Ruling[]): Ruling[] {
  return rulings.filter((ruling) => ruling.withdrawnAt === null).sort(compareMade);
}

function compareMade(one: Ruling, other: Ruling): number {
  return madeKeyOf(one) < madeKeyOf(other) ? -1 : 1;
}

function madeKeyOf({ madeAt, id }: Ruling): string {
  return `${madeAt} ${id}`;
}

/** The rulings on one car. */
export function rulingsOn(rulings: readonly Ruling[], carIndex: number): Ruling[] {
  return rulings.filter((ruling) => 'carIndex' in ruling && ruling.carIndex === carIndex);
}

/** A driver in the order of a classification. Neighbours of one heat are in a dead heat. */
interface Entry {
  readonly driver: ScoredDriver;
  readonly resultStatus: ResultStatus;
  readonly heat: number;
}

/**
 * The classification of a session after its rulings. A ruling moves only the ruled car: all others keep their order and
 * their dead heats. A disqualified car goes last, and a reinstated one to where its time belongs. A time penalty moves a
 * car by the recorded times; where a time is missing, the car stays.
 */
export function applyRulings(session: ScoredSession, rulings: readonly Ruling[]): ClassifiedResult[] {
  const recorded = [...session.drivers]
    .sort((one, other) => positionOf(one) - positionOf(other) || one.carIndex - other.carIndex)
    .map((driver): Entry => ({ driver, resultStatus: statusOf(driver, rulings), heat: positionOf(driver) }));
  const placed = recorded.filter(({ driver, resultStatus }) => hasPlace(driver, resultStatus));
  const slots = slotsOf(placed.map(({ driver }) => driver));
  const ordered = movePlaces(moveByTime(moveByStatus(placed), rulings), rulings);
  const others = recorded.filter(({ driver, resultStatus }) => !hasPlace(driver, resultStatus));
  return [
    ...ordered.map(({ driver, resultStatus, heat }, index) => {
      const first = ordered.findIndex((entry) => entry.heat === heat);
      return { driver, resultStatus, position: slots[first] ?? index + 1 };
    }),
    ...others.map(({ driver, resultStatus }) => ({ driver, resultStatus, position: null })),
  ];
}

function statusOf(driver: ScoredDriver, rulings: readonly Ruling[]): ResultStatus {
  const last = rulingsOn(rulings, driver.carIndex).findLast(
    ({ kind }) => kind === 'disqualify' || kind === 'reinstate',
  );
  if (last === undefined) return driver.resultStatus;
  return last.kind === 'disqualify' ? ResultStatus.Disqualified : ResultStatus.Finished;
}

function positionOf(driver: ScoredDriver): number {
  return driver.finishingPosition ?? Number.POSITIVE_INFINITY;
}

function isReinstated({ driver, resultStatus }: Entry): boolean {
  return resultStatus === ResultStatus.Finished && driver.resultStatus !== ResultStatus.Finished;
}

function hasPlace(driver: ScoredDriver, resultStatus: ResultStatus): boolean {
  return driver.finishingPosition !== null || isReinstated({ driver, resultStatus, heat: 0 });
}

/** The positions that were given, in order: gaps in them stay, and a dead heat of two takes two. */
function slotsOf(drivers: readonly ScoredDriver[]): number[] {
  const slots: number[] = [];
  for (const { finishingPosition } of drivers) {
    const next = (slots.at(-1) ?? 0) + 1;
    slots.push(Math.max(next, finishingPosition ?? next));
  }
  return slots;
}

/** An entry that is in no dead heat. Positions are whole numbers and car indices not negative, so it is unique. */
function alone(entry: Entry): Entry {
  return { ...entry, heat: -1 - entry.driver.carIndex };
}

function moveByStatus(placed: readonly Entry[]): Entry[] {
  const disqualified = placed.filter(
    ({ driver, resultStatus }) =>
      resultStatus === ResultStatus.Disqualified && driver.resultStatus !== ResultStatus.Disqualified,
  );
  const reinstated = placed.filter(isReinstated);
  let order = placed.filter((entry) => !disqualified.includes(entry));
  for (const entry of reinstated) {
    const rest = order.filter((other) => other !== entry);
    const hasTime = rest.some((other) => isComparable(entry, other));
    if (!hasTime && entry.driver.finishingPosition !== null) continue;
    const slower = rest.findIndex((other) => compareTimes(entry, other, noTimes) < 0);
    const index = slower < 0 ? rest.findLastIndex(isFinisher) + 1 : slower;
    order = insert(rest, alone(entry), besideHeat(rest, index, false));
  }
  return [...order, ...disqualified.map(alone)];
}

function isFinisher({ resultStatus }: Entry): boolean {
  return resultStatus === ResultStatus.Finished;
}

function insert(order: readonly Entry[], entry: Entry, index: number): Entry[] {
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
  const byLaps = lapsOfOne === null || lapsOfOther === null ? 0 : lapsOfOther - lapsOfOne;
  return byLaps || timeOf(one, added) - timeOf(other, added);
}

function timeOf({ driver }: Entry, added: AddedTimes): number {
  return (timeWithPenalties(driver) ?? 0) + (added.get(driver.carIndex) ?? 0);
}

/**
 * Takes the cars with added time out and inserts them again: with more time behind the last car that is ahead now, with
 * less time before the first car that is behind now.
 */
function moveByTime(order: readonly Entry[], rulings: readonly Ruling[]): Entry[] {
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
function movePlaces(order: readonly Entry[], rulings: readonly Ruling[]): Entry[] {
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
