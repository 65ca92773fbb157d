import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { confirmOutline, type RecordedOutline, removeOutline, storeOutline } from '../domain/outlines.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

const points: [number, number][] = [
  [0, 0],
  [100, 0],
  [50.5, 80],
];
const learnedAt = '2026-05-01T18:00:00.000Z';
const liveId = randomUUID();
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const outlineOf = (trackId: Track, name?: string) => {
  const query = name === undefined ? {} : { userId: userIdOf(name) };
  return server.get('getOutline', { params: { trackId: String(trackId) }, query });
};
const moved = (metres: number) => points.map(([x, z]): [number, number] => [x + metres, z]);

function store(outline: Pick<RecordedOutline, 'trackId'> & Partial<RecordedOutline>): Promise<number> {
  const lap = { length: 5_793, points, error: 20, liveId, userId: userIdOf('Max') };
  return storeOutline(server.storage, { ...lap, ...outline }, learnedAt);
}

test('a track without an outline has no points', async () => {
  expect(await outlineOf(Track.Shanghai)).toEqual({ trackId: Track.Shanghai, length: null, points: [], source: null });
});

test('an outline is shown for its user, and for nobody else', async () => {
  await store({ trackId: Track.Monza });
  const { source } = await outlineOf(Track.Monza, 'Max');
  expect(source).toEqual({ liveId, learnedAt });
  expect((await outlineOf(Track.Monza, 'Eve')).points).toEqual([]);
  expect((await outlineOf(Track.Monza)).points).toEqual([]);
  await store({ trackId: Track.Monza, userId: userIdOf('Eve'), points: moved(400), error: 1 });
  expect((await outlineOf(Track.Monza, 'Max')).points).toEqual(points);
});

test('a finer lap replaces an outline, and one that is as good does not', async () => {
  const trackId = Track.Imola;
  expect(await store({ trackId })).toBe(20);
  expect(await store({ trackId, points: moved(1), error: 19 })).toBe(20);
  expect((await outlineOf(trackId, 'Max')).points).toEqual(points);
  expect(await store({ trackId, points: moved(1), error: 9 })).toBe(9);
  expect((await outlineOf(trackId, 'Max')).points).toEqual(moved(1));
});

test.each([
  ['position', { points: moved(26) }],
  ['length', { length: 6_200 }],
  ['number of points', { points: points.slice(1) }],
])('a lap of another %s replaces an outline however fine that is', async (_, other) => {
  const trackId = Track.Miami;
  await store({ trackId, error: 1 });
  expect(await store({ trackId, error: 20, ...other })).toBe(20);
  expect(await outlineOf(trackId, 'Max')).toMatchObject(other);
});

test('an outline that the operator confirms is shown to everybody who has recorded none, until it is removed', async () => {
  const trackId = Track.Spa;
  await store({ trackId });
  await store({ trackId, userId: userIdOf('Lena'), points: moved(7) });
  expect(await confirmOutline(server.storage, trackId, userIdOf('Eve'))).toBe(false);
  expect(await confirmOutline(server.storage, trackId, userIdOf('Max'))).toBe(true);
  await store({ trackId, points: moved(400) });
  expect((await outlineOf(trackId)).points).toEqual(points);
  expect((await outlineOf(trackId, 'Eve')).points).toEqual(points);
  expect((await outlineOf(trackId, 'Lena')).points).toEqual(moved(7));
  expect((await outlineOf(trackId, 'Max')).points).toEqual(moved(400));
  await removeOutline(server.storage, trackId);
  expect((await outlineOf(trackId)).points).toEqual([]);
});

test('outlines are deleted with the account', async () => {
  await store({ trackId: Track.Baku, userId: userIdOf('Ann') });
  // The answer is cached.
  expect((await outlineOf(Track.Baku, 'Ann')).points).toEqual(points);
  expect((await server.call('deleteAccount', { as: 'Ann' })).statusCode).toBeLessThan(300);
  expect((await outlineOf(Track.Baku, 'Ann')).points).toEqual([]);
});

test('outlines stay when the picture of their user is deleted', async () => {
  await store({ trackId: Track.Baku, userId: userIdOf('Bea') });
  expect((await server.call('deleteAvatar', { as: 'Bea' })).statusCode).toBeLessThan(300);
  // An answer that nobody has read before is not cached.
  expect((await outlineOf(Track.Baku, 'Bea')).points).toEqual(points);
});

test('a track that the game does not have is refused', async () => {
  for (const trackId of ['33', 'monza', '1e1', '007']) {
    expect((await server.call('getOutline', { params: { trackId } })).statusCode).toBe(400);
  }
});
