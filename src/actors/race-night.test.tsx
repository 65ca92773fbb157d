import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Season, SeasonEvent } from '#contract/entities/season';
import { type Scoring, Track } from '#contract/enumerations';
import type { NightEvent } from '#contract/race/race-night';
import { session } from '../../tests/fixtures/session.ts';
import { type Night, useStoreNight } from './race-night.ts';
import { openTestTab } from './test-tab.tsx';

const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const seasonId = idOf(1);
const plannedId = idOf(2);
const [first, second] = [idOf(11), idOf(12)];
const startsAt = '2026-05-01T18:00:00.000Z';
const key = '01900000-0000-4000-8000-0000000000aa';

const eventOf = (id: string, track: Track, sessionIds: readonly string[] = []): SeasonEvent => ({
  id,
  track,
  name: null,
  startsAt: id === plannedId ? null : startsAt,
  sessions: sessionIds.map((each) => ({ session: session({ id: each }), driverNames: [] })),
});

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A season that is written step by step. `fault` ends the request with that number: before it is made, or after. */
async function startServer(fault: { readonly at: number; readonly isStored: boolean } | null = null) {
  const state = {
    version: 1,
    events: [eventOf(plannedId, Track.Monza)],
    requests: [] as string[],
    keys: [] as string[],
  };
  const season = (): Season => ({
    id: seasonId,
    name: 'Season',
    ownerId: idOf(3),
    createdAt: startsAt,
    updatedAt: startsAt,
    events: state.events,
    standings: { drivers: [], tracks: [] },
  });

  function write(url: string, body: Record<string, unknown>): void {
    const [, , , , , eventId, , sessionId] = url.split('/');
    const change = (update: (event: SeasonEvent) => SeasonEvent) => {
      state.events = state.events.map((event) => (event.id === eventId ? update(event) : event));
    };
    if (eventId === undefined)
      for (const { track } of body['events'] as { track: Track }[])
        state.events = [...state.events, eventOf(idOf(20 + state.events.length), track)];
    else if (sessionId === undefined)
      change(({ track }) => eventOf(eventId, track, body['sessionIds'] as readonly string[]));
    else
      change((event) => ({
        ...event,
        sessions: event.sessions.map((each) =>
          each.session.id === sessionId ? { ...each, scoring: body['scoring'] as Scoring } : each,
        ),
      }));
    state.version += 1;
  }

  function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
    const { method = '', url = '', headers } = request;
    const etag = () => `"${state.version}"`;
    const send = () =>
      response.writeHead(200, { 'content-type': 'application/json', etag: etag() }).end(JSON.stringify(season()));
    if (method === 'GET') return void send();
    state.requests.push(`${method} ${url.split('/').slice(4).join('/')} ${headers['if-match']}`);
    state.keys.push(String(headers['idempotency-key']));
    const isBroken = fault?.at === state.requests.length;
    if (headers['if-match'] !== etag())
      return void response
        .writeHead(412, { 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ status: 412, title: 'Changed', detail: 'Changed meanwhile' }));
    if (!isBroken || fault?.isStored === true) write(url, JSON.parse(text));
    if (isBroken) return void response.destroy();
    send();
  }

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk)).on('end', () => answer(request, response, text));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const tab = openTestTab(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const shown = { season: season(), version: '"1"' };
  const store = tab.use(() => useStoreNight([shown]));
  return { state, store: (night: Night) => store(night, key, new AbortController().signal) };
}

const planned: NightEvent = { seasonId, eventId: plannedId, track: Track.Monza, startsAt, sessionIds: [first] };
const missing: NightEvent = { seasonId, eventId: null, track: Track.Spa, startsAt, sessionIds: [second] };
const night: Night = { events: [planned, missing], scorings: [[second, 'none']] };

const storedIn = (events: readonly SeasonEvent[]) =>
  events.map(({ track, sessions }) => [track, ...sessions.map((each) => [each.session.id, each.scoring])]);
const wanted = [
  [Track.Monza, [first, undefined]],
  [Track.Spa, [second, 'none']],
];

test('missing events are made first; each write is based on the answer to the one before', async () => {
  const { state, store } = await startServer();
  expect(await store(night)).toEqual({ value: null, version: null });
  expect(storedIn(state.events)).toEqual(wanted);
  expect(state.requests.map((request) => request.split(' ').at(-1))).toEqual(['"1"', '"2"', '"3"', '"4"']);
  expect(new Set(state.keys).size).toBe(4);
});

test('a night of another season writes nothing to this one', async () => {
  const { state, store } = await startServer();
  expect(await store({ events: [{ ...planned, seasonId: idOf(9) }], scorings: [] })).not.toHaveProperty('failure');
  expect(state.requests).toEqual([]);
});

test('what was stored before a failure stays, and the keys of a repetition are the same', async () => {
  const { state, store } = await startServer({ at: 3, isStored: false });
  expect(await store(night)).toMatchObject({ failure: { kind: 'unreachable' } });
  expect(storedIn(state.events)).toEqual([[Track.Monza, [first, undefined]], [Track.Spa]]);
  const before = [...state.keys];
  await store(night);
  expect(state.keys.slice(before.length)).toEqual(before.slice(0, state.keys.length - before.length));
});

test('a repetition succeeds where all was stored and the last answer was lost', async () => {
  const { state, store } = await startServer({ at: 4, isStored: true });
  expect(await store(night)).toMatchObject({ failure: { kind: 'unreachable' } });
  expect(storedIn(state.events)).toEqual(wanted);
  expect(await store(night)).toEqual({ value: null, version: null });
  expect(storedIn(state.events)).toEqual(wanted);
});

test('a season that another device has changed in another way refuses the night', async () => {
  const { state, store } = await startServer();
  state.version = 8;
  expect(await store(night)).toMatchObject({ failure: { status: 412 } });
  expect(storedIn(state.events)).toEqual([[Track.Monza]]);
});
