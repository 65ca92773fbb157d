import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { findShippedTrack } from '../domain/outlines.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const outlineOf = (trackId: Track, query = {}) =>
  server.get('getOutline', { params: { trackId: String(trackId) }, query });

/** Tracks of older games, their short layouts, and the one that is new in 2026. */
const unshipped: readonly Track[] = [
  Track.Hockenheim,
  Track.Sochi,
  Track.SakhirShort,
  Track.SilverstoneShort,
  Track.TexasShort,
  Track.SuzukaShort,
  Track.Hanoi,
  Track.Madrid,
];
const shipped = Object.entries(Track).filter(([, track]) => track !== Track.Unknown && !unshipped.includes(track));

test.each(shipped)(
  'the outline of %s is closed, has points about 10 m apart, and is as long as its lap',
  (_, track) => {
    const { points, length } = findShippedTrack(track) ?? { points: [], length: 0 };
    const steps = points.map(([x, z], index) => {
      const [nextX, nextZ] = points[(index + 1) % points.length] ?? [0, 0];
      return Math.hypot(nextX - x, nextZ - z);
    });
    expect(Math.max(...steps)).toBeLessThan(11);
    const sum = steps.reduce((total, metres) => total + metres, 0);
    // The centre line is a little shorter than what the game calls a lap.
    expect(sum / length).toBeGreaterThan(0.97);
    expect(sum / length).toBeLessThan(1.001);
  },
);

test.each([
  ['Silverstone', Track.Silverstone, Track.SilverstoneReverse],
  ['Austria', Track.Austria, Track.AustriaReverse],
  ['Zandvoort', Track.Zandvoort, Track.ZandvoortReverse],
])('the reverse layout of %s begins at the same line, and goes the other way', async (_, track, reverse) => {
  const [forward, back] = [await outlineOf(track), await outlineOf(reverse)];
  expect(back.length).toBe(forward.length);
  expect(back.points[0]).toEqual(forward.points[0]);
  expect(back.points.slice(1)).toEqual(forward.points.slice(1).reverse());
});

test('a track that is not shipped has no points, and one that is has the same for everybody', async () => {
  for (const trackId of unshipped)
    expect(await outlineOf(trackId)).toEqual({ trackId, length: null, points: [], source: null });
  expect(await outlineOf(Track.Spa, { userId: userIdOf('Max') })).toEqual(await outlineOf(Track.Spa));
});

test('a track that the game does not have is refused', async () => {
  for (const trackId of ['33', 'monza', '1e1', '007']) {
    expect((await server.call('getOutline', { params: { trackId } })).statusCode).toBe(400);
  }
});
