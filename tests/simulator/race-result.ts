import type { Driver } from '#contract/entities/session';
import { ResultStatus } from '#contract/enumerations';
import { PenaltyType } from '#contract/penalties';
import type { Car } from './car.ts';
import { createDriver } from './driver.ts';

/** Seconds that are added to the race time. */
export function penaltySeconds(car: Car): number {
  return car.penalties.reduce(
    (sum, penalty) => sum + (penalty.penaltyType === PenaltyType.TimePenalty ? (penalty.penaltyTime ?? 0) : 0),
    0,
  );
}

/** The cars in the order of the result. */
export function classifyRace(cars: readonly Car[]): Car[] {
  const timeOf = (car: Car) => (car.crossings.at(-1) ?? 0) + penaltySeconds(car) * 1_000;
  return [...cars].sort((one, other) => {
    const byStatus = Number(one.status !== ResultStatus.Finished) - Number(other.status !== ResultStatus.Finished);
    const byLaps = other.laps.length - one.laps.length;
    return byStatus || byLaps || timeOf(one) - timeOf(other) || one.grid - other.grid;
  });
}

/** The driver of a car in a race. `leader` is the winner, `position` that of the result. */
export function createRaceDriver(car: Car, position: number, leader: Car | undefined): Driver {
  const total = car.crossings.at(-1) ?? null;
  const lead = leader?.crossings.at(-1) ?? null;
  const isOnLeadLap = car.laps.length === leader?.laps.length && car.status === ResultStatus.Finished;
  return {
    ...createDriver(car.entrant, car.laps, car.stints, car.status),
    pitStops: car.pitStops,
    penalties: car.penalties,
    warnings: car.warnings,
    totalWarnings: car.warnings.length,
    totalCornerCutWarnings: car.warnings.length,
    position: position,
    finishingPosition: position,
    startingPosition: car.grid,
    totalRaceTime: total,
    totalPenaltiesSeconds: penaltySeconds(car),
    deltaToLeader: isOnLeadLap && total !== null && lead !== null ? total - lead : null,
  };
}
