import { ResultStatus } from '../enumerations.ts';
import type { Ruling } from '../scoring.ts';
import { timeWithPenalties } from './gaps.ts';
import type { ScoredDriver, ScoredSession } from './results.ts';

/** A driver with position and status after the rulings. */
export interface ClassifiedResult {
  readonly driver: ScoredDriver;
  readonly position: number | null;
  readonly resultStatus: ResultStatus;
}

/** The rulings on one car. */
export function rulingsOn(rulings: readonly Ruling[], carIndex: number): Ruling[] {
  return rulings.filter((ruling) => 'carIndex' in ruling && ruling.carIndex === carIndex);
}

/**
 * The classification of a session after its rulings. Recorded positions stay unless a ruling changes the order; then the
 * finishers are sorted by laps and time with penalties, and moved by the places they were given or lost.
 */
export function applyRulings(session: ScoredSession, rulings: readonly Ruling[]): ClassifiedResult[] {
  const recorded = [...session.drivers]
    .sort((one, other) => positionOf(one) - positionOf(other) || one.carIndex - other.carIndex)
    .map((driver) => ({ driver, position: driver.finishingPosition, resultStatus: statusOf(driver, rulings) }));
  const reordering = ['time', 'places', 'disqualify', 'reinstate'];
  if (!rulings.some((ruling) => reordering.includes(ruling.kind))) return recorded;

  const finishers = recorded.filter((entry) => entry.resultStatus === ResultStatus.Finished);
  const others = recorded.filter((entry) => entry.resultStatus !== ResultStatus.Finished);
  const ordered = movePlaces(sortByTime(finishers, rulings), rulings);
  return [...ordered, ...others].map((entry, index) => ({
    ...entry,
    position: entry.position === null && entry.resultStatus !== ResultStatus.Finished ? null : index + 1,
  }));
}

function statusOf(driver: ScoredDriver, rulings: readonly Ruling[]): ResultStatus {
  const own = rulingsOn(rulings, driver.carIndex);
  const last = own.findLast((ruling) => ruling.kind === 'disqualify' || ruling.kind === 'reinstate');
  if (last === undefined) return driver.resultStatus;
  return last.kind === 'disqualify' ? ResultStatus.Disqualified : ResultStatus.Finished;
}

function positionOf(driver: ScoredDriver): number {
  return driver.finishingPosition ?? Number.POSITIVE_INFINITY;
}

/** Keeps the recorded order unless a time ruling adds or takes time. */
function sortByTime(finishers: readonly ClassifiedResult[], rulings: readonly Ruling[]): ClassifiedResult[] {
  const added = (driver: ScoredDriver) =>
    rulingsOn(rulings, driver.carIndex).reduce(
      (sum, ruling) => sum + (ruling.kind === 'time' ? ruling.milliseconds : 0),
      0,
    );
  if (finishers.every((entry) => added(entry.driver) === 0)) return [...finishers];
  const timeOf = ({ driver }: ClassifiedResult) => {
    const time = timeWithPenalties(driver);
    return time === null ? Number.POSITIVE_INFINITY : time + added(driver);
  };
  return [...finishers].sort((one, other) => {
    const byLaps = (other.driver.numberOfLaps ?? 0) - (one.driver.numberOfLaps ?? 0);
    const times = [timeOf(one), timeOf(other)] as const;
    return byLaps || (times[0] === times[1] ? 0 : times[0] - times[1]);
  });
}

function movePlaces(order: readonly ClassifiedResult[], rulings: readonly Ruling[]): ClassifiedResult[] {
  const moved = [...order];
  for (const ruling of rulings) {
    if (ruling.kind !== 'places') continue;
    const from = moved.findIndex((entry) => entry.driver.carIndex === ruling.carIndex);
    const [entry] = from < 0 ? [] : moved.splice(from, 1);
    if (entry === undefined) continue;
    moved.splice(Math.min(moved.length, Math.max(0, from + Math.trunc(ruling.places))), 0, entry);
  }
  return moved;
}
