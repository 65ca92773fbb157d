import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { storeOutline } from '../domain/outlines.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

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
  expect(await outlineOf(Track.Shanghai)).toEqual({ trackId: Track.Shanghai, length: null, points: [], source: null });
});

const sessionOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
/** The same lap on another track. */
const elsewhere = points.map(([x, z]): [number, number] => [x + 400, z - 90]);

/** Stores laps one after another; returns the points that are stored then. */
async function learn(trackId: Track, laps: readonly Partial<Parameters<typeof storeOutline>[1]>[]) {
  for (const lap of laps) {
    const outline = { trackId, length: 5_793, points, error: 20, liveId, isPrivate: false, userId: 'Max', ...lap };
    await storeOutline(server.storage, outline, learnedAt);
  }
  return (await outlineOf(trackId)).points;
}

test('a better outline replaces a worse one, and one that is as good does not', async () => {
  const outline = { trackId: Track.Monza, length: 5_793, points, error: 20, liveId, isPrivate: false, userId: 'Max' };
  expect(await storeOutline(server.storage, outline, learnedAt)).toBe(20);
  expect(await storeOutline(server.storage, { ...outline, error: 19, isPrivate: true }, learnedAt)).toBe(20);
  expect(await outlineOf(Track.Monza)).toEqual({
    trackId: Track.Monza,
    length: 5_793,
    points,
    source: { liveId, learnedAt },
  });
  const better = points.map(([x, z]): [number, number] => [x, z + 1]);
  const private_ = { ...outline, error: 9, points: better, isPrivate: true };
  expect(await storeOutline(server.storage, private_, learnedAt)).toBe(9);
  expect(await outlineOf(Track.Monza)).toMatchObject({ points: better, source: { liveId: null } });
});

test('a better lap of another shape does not replace an outline, however often its session sends it', async () => {
  const other = { points: elsewhere, error: 1, userId: 'Eve', liveId: sessionOf(1) };
  expect(await learn(Track.Imola, [{}, other, other, { ...other, error: 0.1 }])).toEqual(points);
  expect(await learn(Track.Miami, [{}, { length: 6_200, error: 1, userId: 'Eve' }])).toEqual(points);
});

test('an outline gives way to another one of more users, never to one user alone', async () => {
  const other = (userId: string, session: number) => ({
    points: elsewhere,
    error: 1,
    userId,
    liveId: sessionOf(session),
  });
  const eve = [1, 2, 3, 4].map((session) => other('Eve', session));
  expect(await learn(Track.Baku, [{}, ...eve])).toEqual(points);
  expect(await learn(Track.Baku, [other('Bob', 5)])).toEqual(elsewhere);
});

test('who has taught an outline alone replaces it with the second session of another shape', async () => {
  const other = (session: number) => ({ points: elsewhere, liveId: sessionOf(session) });
  expect(await learn(Track.Jeddah, [{}, other(1), other(1)])).toEqual(points);
  expect(await learn(Track.Jeddah, [other(2)])).toEqual(elsewhere);
  expect(await learn(Track.Zandvoort, [{}, { userId: 'Lena' }, other(1), other(2)])).toEqual(points);
});

test('finer laps of others stay within the error of the outline, however many they are', async () => {
  const moved = (metres: number) => points.map(([x, z]): [number, number] => [x + metres, z]);
  const far = { points: moved(22), error: 1, userId: 'Eve' };
  expect(await learn(Track.Austria, [{}, far, { ...far, liveId: sessionOf(1) }])).toEqual(points);
  const steps = Array.from({ length: 30 }, (_, step) => ({
    points: moved(step * 19),
    error: 20 * 0.79 ** step,
    userId: 'Eve',
  }));
  expect(await learn(Track.Hungaroring, [{}, ...steps])).toEqual(moved(19));
});

test('the first real lap replaces what a simulated race has taught, and no simulated one replaces it', async () => {
  const simulated = (session: number) => ({ points: elsewhere, error: 1, userId: null, liveId: sessionOf(session) });
  expect(await learn(Track.Spa, [simulated(1), simulated(2)])).toEqual(elsewhere);
  expect(await learn(Track.Spa, [{}, simulated(3), simulated(4)])).toEqual(points);
});

test('five users replace an outline of any number', async () => {
  const names = ['Ann', 'Bob', 'Cid', 'Dee', 'Eli', 'Flo'];
  const others = names.map((name) => ({ userId: `other ${name}`, points: elsewhere }));
  expect(await learn(Track.Texas, [...names.map((userId) => ({ userId })), ...others.slice(0, 4)])).toEqual(points);
  expect(await learn(Track.Texas, others.slice(4, 5))).toEqual(elsewhere);
});

test('an outline of two users gives way to one of three alone', async () => {
  const other = (userId: string, session: number) => ({ points: elsewhere, userId, liveId: sessionOf(session) });
  const known = [{}, { userId: 'Lena', liveId: sessionOf(9) }];
  const eve = [1, 2, 3, 4].map((session) => other('Eve', session));
  expect(await learn(Track.Suzuka, [...known, ...eve, other('Bob', 5)])).toEqual(points);
  expect(await learn(Track.Suzuka, [other('Ann', 6)])).toEqual(elsewhere);
});

test('a track that the game does not have is refused', async () => {
  for (const trackId of ['33', 'monza', '1e1', '007']) {
    expect((await server.call('getOutline', { params: { trackId } })).statusCode).toBe(400);
  }
});
