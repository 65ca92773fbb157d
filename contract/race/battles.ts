// Battles: the overtakes of a race by pairs of cars.
import type { Driver, Session } from '../entities/session.ts';
import { grouped } from './grouped.ts';

/** Two cars that overtook each other on the track. */
export interface Battle {
  /** Car indices; the first one overtook more often, or has the smaller index. */
  readonly cars: readonly [number, number];
  /** How often each overtook the other. */
  readonly counts: readonly [number, number];
  readonly swaps: number;
  /** Swaps that were undone on the same lap. */
  readonly undone: number;
  /** Null where the laps are not known. */
  readonly fromLap: number | null;
  readonly toLap: number | null;
}

/** The battles of a race without passes of cars that were in the pits, most swaps first. */
export function battlesOf({ drivers, overtakes }: Pick<Session, 'drivers' | 'overtakes'>): Battle[] {
  const swaps = onTrack({ drivers, overtakes }).map(
    ({ overtakingDriverIdx: one, overtakenDriverIdx: other, lapNum: lap }) => ({ one, other, lap }),
  );
  const pairs = grouped(swaps, ({ one, other }) => `${Math.min(one, other)} ${Math.max(one, other)}`);
  return [...pairs.values()]
    .map(battleOf)
    .sort((one, other) => other.swaps - one.swaps || (one.fromLap ?? 0) - (other.fromLap ?? 0));
}

type Overtakes = Session['overtakes'];

/** Overtakes without passes of cars that were in the pits. */
function onTrack({ drivers, overtakes }: Pick<Session, 'drivers' | 'overtakes'>): Overtakes {
  const stops = new Map(drivers.map((driver) => [driver.carIndex, pitLaps(driver)]));
  const isInPits = (carIndex: number, lap: number | null) => lap !== null && (stops.get(carIndex)?.has(lap) ?? false);
  return overtakes.filter(
    ({ overtakingDriverIdx: one, overtakenDriverIdx: other, lapNum: lap }) =>
      one !== other && !isInPits(one, lap) && !isInPits(other, lap),
  );
}

/** The overtakes of a race that lasted: on the track, and not undone on the same lap. */
export function lastingOvertakes(session: Pick<Session, 'drivers' | 'overtakes'>): Overtakes {
  const lasting: Overtakes = [];
  for (const overtake of onTrack(session)) {
    const { overtakingDriverIdx: one, overtakenDriverIdx: other, lapNum } = overtake;
    const undone = lasting.findLastIndex(
      (each) => each.lapNum === lapNum && each.overtakingDriverIdx === other && each.overtakenDriverIdx === one,
    );
    if (lapNum !== null && undone >= 0) lasting.splice(undone, 1);
    else lasting.push(overtake);
  }
  return lasting;
}

/** The laps on which a car drove into the pits or out of them. */
function pitLaps({ pitStops }: Driver): Set<number> {
  return new Set(pitStops.flatMap(({ lapNum }) => [lapNum, lapNum + 1]));
}

function battleOf(swaps: readonly { one: number; other: number; lap: number | null }[]): Battle {
  const cars = [...new Set(swaps.flatMap(({ one, other }) => [one, other]))];
  const count = (car: number) => swaps.filter(({ one }) => one === car).length;
  cars.sort((one, other) => count(other) - count(one) || one - other);
  const [first = 0, second = 0] = cars;
  const laps = swaps.flatMap(({ lap }) => lap ?? []);
  let undone = 0;
  for (let index = 1; index < swaps.length; index += 1) {
    const [before, swap] = [swaps[index - 1], swaps[index]];
    if (before !== undefined && swap?.one === before.other && swap.lap === before.lap && swap.lap !== null) undone += 1;
  }
  return {
    cars: [first, second],
    counts: [count(first), count(second)],
    swaps: swaps.length,
    undone,
    fromLap: laps.length === 0 ? null : Math.min(...laps),
    toLap: laps.length === 0 ? null : Math.max(...laps),
  };
}
