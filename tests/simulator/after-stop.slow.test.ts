import { expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { toDocument } from '#contract/live/to-document';
import { type AfterStop, afterStop } from '#contract/race/after-stop';
import { timingOf } from '#contract/race/live-timing';
import { median } from '#contract/race/median';
import { createField } from './field.ts';
import { createRandom } from './random.ts';
import { createSimulatedRace } from './simulated-race.ts';

const tracks = [Track.Zandvoort, Track.Monza, Track.Silverstone, Track.Austria, Track.Suzuka];
/** An estimate is looked at so long before the car comes into the pit lane, in ms. */
const ahead = 10_000;

interface Judged {
  readonly pace: AfterStop['pace'];
  /** Between the estimated gap to a car and the gap at the end of the pit lane, in ms. */
  readonly error: number;
  readonly isMeasured: boolean;
}

/** All stops of a race: what was estimated before them, and how the car came out. */
function judge(seed: number): Judged[] {
  const race = createSimulatedRace({
    seed: `stops ${seed}`,
    track: tracks[seed % tracks.length] ?? Track.Monza,
    field: createField(createRandom(seed), 22),
    startsAt: '2026-05-01T18:00:00.000Z',
    minutes: 16,
  });
  const judged: Judged[] = [];
  for (const [carIndex, drive] of race.drives) {
    for (const { from, to } of drive.stops) {
      const document = toDocument(race.at(from - ahead));
      const { lines } = timingOf(document);
      const estimate = afterStop(document, lines, carIndex);
      const hasStopped = lines.some(({ driver }) =>
        Object.values(driver.pitStops ?? {}).some(({ pitLaneTime }) => pitLaneTime !== undefined),
      );
      if (estimate === null) continue;
      if (hasStopped) expect(estimate.stops).toBeGreaterThan(0);
      const distance = drive.distanceAt(to);
      for (const [other, sign] of [
        [estimate.ahead, 1],
        [estimate.behind, -1],
      ] as const) {
        const its = other === null ? undefined : race.drives.get(other.carIndex);
        const passed = its?.timeAt(distance);
        // Cars that stop meanwhile, or never come here, are no measure.
        const isOnTrack = its?.stops.every((stop) => stop.to < from - ahead || stop.from > Math.max(to, passed ?? to));
        if (other === null || passed == null || isOnTrack !== true) continue;
        judged.push({
          pace: estimate.pace,
          error: Math.abs(other.milliseconds * sign - (to - passed)),
          isMeasured: estimate.isMeasured,
        });
      }
    }
  }
  return judged;
}

test('the estimate of a stop is close to how the car comes out, and counts the stops that there were', () => {
  const all = Array.from({ length: 60 }, (_, seed) => judge(seed)).flat();
  const errors = (pace: AfterStop['pace']) => all.filter((each) => each.pace === pace).map(({ error }) => error);
  const [racing, safetyCar, virtual] = [errors('racing'), errors('safetyCar'), errors('virtualSafetyCar')];
  const text = (name: string, list: readonly number[]) => `${name} ${median(list)} ms of ${list.length}`;
  console.log(
    `after a stop, median error: ${text('green', racing)}, ${text('SC', safetyCar)}, ${text('VSC', virtual)}; ${all.filter(({ isMeasured }) => isMeasured).length} measured`,
  );
  expect(racing.length).toBeGreaterThan(100);
  expect(safetyCar.length).toBeGreaterThan(15);
  expect(median(racing)).toBeLessThanOrEqual(1_500);
  expect(median(safetyCar)).toBeLessThanOrEqual(3_000);
  expect(median(virtual)).toBeLessThanOrEqual(3_000);
});
