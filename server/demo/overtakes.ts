import type { Overtake } from '#contract/session';
import { type Car, orderAfter, type Race } from './car.ts';
import type { Random } from './random.ts';

/** Who changed places on the track: pairs that swapped during a lap in which neither stopped. */
export function overtakesOf({ cars }: Race, random: Random, startsAt: number): Overtake[] {
  const laps = Math.max(...cars.map((car) => car.laps.length));
  const byIndex = new Map(cars.map((car) => [car.entrant.carIndex, car]));
  const found: Overtake[] = [];
  for (let lap = 1; lap <= laps; lap += 1) {
    const before = orderAfter(cars, lap - 1);
    const after = orderAfter(cars, lap);
    const placeBefore = new Map(before.map((carIndex, place) => [carIndex, place]));
    const stopped = (car: Car | undefined) => car?.pitStops.some(({ lapNum }) => lapNum === lap || lapNum === lap - 1);
    for (const [place, overtaking] of after.entries()) {
      const car = byIndex.get(overtaking);
      if (car === undefined || stopped(car)) continue;
      for (const overtaken of after.slice(place + 1)) {
        const isGain = (placeBefore.get(overtaking) ?? 0) > (placeBefore.get(overtaken) ?? 0);
        if (!isGain || stopped(byIndex.get(overtaken))) continue;
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
