import { expect, test } from 'vitest';
import { SafetyCarStatus, Track } from '#contract/enumerations';
import { toDocument } from '#contract/live/to-document';
import { courseOf } from '../demo/course.ts';
import { createField } from '../demo/field.ts';
import { createRandom } from '../demo/random.ts';
import { createSimulatedRace } from '../demo/simulated-race.ts';
import { fitOutline, type Sample } from './fit-outline.ts';
import { type LapOutline, LapOutlines, type Observed } from './lap-outlines.ts';

const course = courseOf(Track.Monza);

/** A lap with a sample every so many metres. */
function lapOf(step: number, noise = 0): Sample[] {
  const random = createRandom(1);
  return Array.from({ length: Math.floor(course.length / step) }, (_, index) => {
    const distance = index * step;
    const { x, z } = course.at(distance);
    return { distance, x: x + random.normal(noise), z: z + random.normal(noise) };
  });
}

/** The largest distance of an outline to the course. */
function errorOf(points: readonly [number, number][]): number {
  const errors = points.map(([x, z], index) => {
    const there = course.at((index / points.length) * course.length);
    return Math.hypot(x - there.x, z - there.z);
  });
  return Math.max(...errors);
}

test('an outline follows its lap, noise included', () => {
  expect(errorOf(fitOutline(lapOf(7), course.length)?.points ?? [])).toBeLessThan(8);
  expect(errorOf(fitOutline(lapOf(7, 1), course.length)?.points ?? [])).toBeLessThan(10);
});

test('a lap that is sampled more often gives a better outline', () => {
  const [often, seldom] = [fitOutline(lapOf(7), course.length), fitOutline(lapOf(40), course.length)];
  expect(often?.error).toBeLessThan(seldom?.error ?? 0);
});

test('a lap with a hole, of another length, or backwards gives none', () => {
  const lap = lapOf(7);
  expect(fitOutline(lap.toSpliced(100, 30), course.length)).toBeNull();
  expect(fitOutline(lap.slice(0, lap.length / 2), course.length)).toBeNull();
  expect(fitOutline(lap, course.length * 1.2)).toBeNull();
  expect(fitOutline([...lap].reverse(), course.length)).toBeNull();
  expect(fitOutline([], course.length)).toBeNull();
});

/** The outlines of some laps of a simulated race. */
function observe(change: (observed: Observed) => Observed = (observed) => observed): LapOutline[] {
  const outlines: LapOutline[] = [];
  const laps = new LapOutlines((outline) => outlines.push(outline));
  const field = createField(createRandom('a'), 4);
  const startsAt = '2026-05-01T18:00:00.000Z';
  const race = createSimulatedRace({ seed: 'b', track: Track.Monza, field, startsAt, minutes: 16 });
  for (let time = 80_000; time < 270_000; time += 200) {
    laps.observe([change({ id: 'live', userId: 'Max', isPrivate: false, document: toDocument(race.at(time)) })]);
  }
  return outlines;
}

test('every complete lap of a race gives an outline, and no first one', () => {
  const outlines = observe();
  expect(outlines.length).toBeGreaterThan(3);
  for (const { points, error: _, ...rest } of outlines) {
    const source = { liveId: 'live', userId: 'Max' };
    expect(rest).toEqual({ trackId: Track.Monza, length: course.length, ...source });
    expect(errorOf([...points])).toBeLessThan(12);
  }
});

test('an unknown track, a private session, a safety car and a missing position give none', () => {
  const changed = (changes: object) => (observed: Observed) => ({
    ...observed,
    document: { ...observed.document, ...changes },
  });
  expect(observe(changed({ trackId: Track.Unknown }))).toEqual([]);
  expect(observe((observed) => ({ ...observed, isPrivate: true }))).toEqual([]);
  expect(observe(changed({ safetyCarStatus: SafetyCarStatus.Full }))).toEqual([]);
  expect(observe(changed({ drivers: undefined }))).toEqual([]);
  expect(
    observe(({ document, ...observed }) => ({
      ...observed,
      document: {
        ...document,
        drivers: Object.fromEntries(
          Object.entries(document.drivers ?? {}).map(([car, { livePosition: _, ...driver }]) => [car, driver]),
        ),
      },
    })),
  ).toEqual([]);
});
