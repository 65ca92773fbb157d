import type { ScoredEvent } from '#contract/race/results';
import { defaultRules, standingsOf } from '#contract/race/scoring';
import { event, finisher, race, ruling } from '../fixtures/scored.ts';

const cars = Array.from({ length: 22 }, (_, index) => index);

/** A season of 24 events with 22 drivers each, who finish in another order every time. */
function aSeason(): ScoredEvent[] {
  return Array.from({ length: 24 }, (_, round) => {
    const drivers = cars.map((place) => {
      const car = (place * 7 + round * 5) % cars.length;
      return finisher(car, place + 1, { bestLapTimeMs: 80_000 + ((car * 37) % 500) });
    });
    return event([race(drivers, { sessionId: `s${round + 1}` })], { id: `e${round}` });
  });
}

/** The median time in ms of the standings of a whole season with aliases, dropped results and a ruling in every race. */
export function standingsTime(): number {
  const events = aSeason();
  const aliases = [{ name: 'Ada', recordedNames: ['Driver 3'] }];
  const rulings = events.map((_, round) =>
    ruling({ kind: 'time', sessionId: `s${round + 1}`, carIndex: round % cars.length, milliseconds: 5_000 }),
  );
  const times = Array.from({ length: 300 }, () => {
    const start = performance.now();
    standingsOf(events, { ...defaultRules, droppedResults: 4 }, aliases, rulings);
    return performance.now() - start;
  });
  return times.sort((one, other) => one - other)[150] ?? 0;
}
