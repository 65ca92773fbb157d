import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { storeOutline } from './domain/outlines.ts';
import { openTestServer, type TestServer } from './testing/open-test-server.ts';

const liveId = '01900000-0000-7000-8000-0000000000aa';
const points: [number, number][] = [
  [0, 0],
  [100, 0],
  [50.5, 80],
];
const learnedAt = '2026-05-01T18:00:00.000Z';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const outlineOf = (trackId: Track) => server.get('getOutline', { params: { trackId: String(trackId) } });

test('a track without an outline has no points', async () => {
  expect(await outlineOf(Track.Spa)).toEqual({ trackId: Track.Spa, length: null, points: [], source: null });
});

test('a better outline replaces a worse one, and one that is as good does not', async () => {
  const outline = { trackId: Track.Monza, length: 5_793, points, error: 20, liveId };
  expect(await storeOutline(server.storage, outline, learnedAt)).toBe(20);
  expect(await storeOutline(server.storage, { ...outline, error: 19, liveId: null }, learnedAt)).toBe(20);
  expect(await outlineOf(Track.Monza)).toEqual({
    trackId: Track.Monza,
    length: 5_793,
    points,
    source: { liveId, learnedAt },
  });
  const better = points.map(([x, z]): [number, number] => [x, z + 1]);
  expect(await storeOutline(server.storage, { ...outline, error: 9, points: better, liveId: null }, learnedAt)).toBe(9);
  expect(await outlineOf(Track.Monza)).toMatchObject({ points: better, source: { liveId: null } });
});

test('a track that the game does not have is refused', async () => {
  for (const trackId of ['33', 'monza', '1e1', '007']) {
    expect((await server.call('getOutline', { params: { trackId } })).statusCode).toBe(400);
  }
});
