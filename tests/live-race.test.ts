import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { applyPatch, type Tree } from '#contract/live/merge-patch';
import { toDocument } from '#contract/live/to-document';
import { LivePublisher } from '../recorder/live-publisher.ts';
import { watchLive } from '../recorder/live-viewer.ts';
import { LiveClient } from '../server/tests/support/live-client.ts';
import { openTestServer, type TestServer } from '../server/tests/support/open-test-server.ts';
import { createField } from './simulator/field.ts';
import { createRandom } from './simulator/random.ts';
import { createSimulatedRace } from './simulator/simulated-race.ts';

const id = '01900000-0000-7000-8000-0000000000aa';
let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await openTestServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

test('a simulated race that is published is watched as it runs, and stored as it ended', async () => {
  const startsAt = '2026-05-01T18:00:00.000Z';
  const field = createField(createRandom('a'), 22);
  const race = createSimulatedRace({ seed: 'a', track: Track.Monza, field, startsAt, minutes: 16 });
  const publishUrl = (url: string) => url.replace('ws://pitboard.test', address.replace('http', 'ws'));
  const token = () => server.tokenOf('Pit Wall');
  const publisher = new LivePublisher({
    server: address,
    token,
    id,
    publishUrl,
    warn: (text) => expect(text).toBe(''),
  });
  await publisher.start();
  const viewer = new LiveClient(`${address.replace('http', 'ws')}/api/LiveSession/ws/${id}?format=json`);
  await viewer.nextOf('hello');
  const times = Array.from({ length: 12 }, (_, index) => Math.round((index / 11) * race.duration));
  for (const time of times) publisher.update(toDocument(race.at(time)), time);
  await publisher.end();
  server.pass(200);
  let seen: Tree = {};
  let message = await viewer.next();
  while (message.type !== 'ended') {
    if (message.type === 'snapshot') seen = message.document;
    if (message.type === 'delta') seen = applyPatch(seen, message.patch);
    message = await viewer.next();
  }
  expect(seen).toEqual(toDocument(race.at(race.duration)));
  const stored = await server.get('getSession', { params: { id: message.sessionId } });
  const { drivers, overtakes, sessionEndTime } = race.at(race.duration);
  expect(stored).toMatchObject({ drivers, overtakes, sessionEndTime, userName: 'Pit Wall' });
});

test('a live session is recorded from its first message to its end', async () => {
  const startsAt = '2026-05-02T18:00:00.000Z';
  const race = createSimulatedRace({
    seed: 'b',
    track: Track.Monza,
    field: createField(createRandom('b'), 3),
    startsAt,
    minutes: 16,
  });
  const other = '01900000-0000-7000-8000-0000000000ab';
  const publisher = new LivePublisher({
    server: address,
    token: () => server.tokenOf('Pit Wall'),
    id: other,
    publishUrl: (url) => url.replace('ws://pitboard.test', address.replace('http', 'ws')),
    warn: (text) => expect(text).toBe(''),
  });
  await publisher.start();
  const types: string[] = [];
  let start = () => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  const watching = watchLive({
    server: address,
    id: other,
    onMessage: ({ type }) => {
      types.push(type);
      start();
    },
    onRetry: (reason) => expect(reason).toBe(''),
    signal: new AbortController().signal,
  });
  await started;
  publisher.update(toDocument(race.at(60_000)), 60_000);
  await publisher.end();
  server.pass(200);
  await watching;
  expect([types[0], types.at(-1)]).toEqual(['hello', 'ended']);
});
