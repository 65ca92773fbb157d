import type { Overtake } from '#contract/entities/session';
import { type Car, orderAfter, type Race } from './car.ts';
import type { Random } from './random.ts';

/** Overtakes on the track: two cars that changed positions in a lap in which neither made a pit stop. */
export function findOvertakes({ cars }: Race, random: Random, startsAt: number): Overtake[] {
  const laps = Math.max(...cars.map((car) => car.laps.length));
  const byIndex = new Map(cars.map((car) => [car.entrant.carIndex, car]));
  const found: Overtake[] = [];
  for (let lap = 1; lap <= laps; lap += 1) {
    const before = orderAfter(cars, lap - 1);
    const after = orderAfter(cars, lap);
    const positionBefore = new Map(before.map((carIndex, position) => [carIndex, position]));
    const hasStopped = (car: Car | undefined) =>
      car?.pitStops.some(({ lapNum }) => lapNum === lap || lapNum === lap - 1);
    for (const [position, overtaking] of after.entries()) {
      const car = byIndex.get(overtaking);
      if (car === undefined || hasStopped(car)) continue;
      for (const overtaken of after.slice(position + 1)) {
        const isGain = (positionBefore.get(overtaking) ?? 0) > (positionBefore.get(overtaken) ?? 0);
        if (!isGain || hasStopped(byIndex.get(overtaken))) continue;
        const end = car.crossings[lap - 1] ?? 0;
        const time = Math.round(end - (car.laps[lap - 1]?.lapTime ?? 0) * (0.1 + random.next() * 0.8));
        found.push({
          overtakingDriverIdx: overtaking,
          overtakenDriverIdx: overtaken,
          lapNum: lap,
          overtakingTime: time,
          utcTime: new Date(startsAt + time).toISOString(),
        });
      }
    }
  }
  return found.sort((one, other) => (one.overtakingTime ?? 0) - (other.overtakingTime ?? 0));
}
