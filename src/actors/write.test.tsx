import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test } from 'vitest';
import { paramNamesOf } from '#contract/api/address';
import type { AnswerOf } from '#contract/api/answers';
import { calls } from '#contract/api/calls';
import type { Outcome } from '#contract/api/problem';
import { type EntityReadName, type VersionedWriteName, versionedWrites } from '#contract/api/versioned-writes';
import { memoryCacheLifetime } from '#contract/constants';
import type { League } from '#contract/entities/league';
import type { Season } from '#contract/entities/season';
import type { Session } from '#contract/entities/session';
import { session, upload } from '../../tests/fixtures/session.ts';
import { createApi } from '../api/client.ts';
import { createLayeredCache, createMemoryCache } from '../queries/layered-cache.ts';
import { createQueryCache } from '../queries/query-cache.ts';
import type { WriteMessage } from '../queries/tab-channel.ts';
import type { CacheRow } from '../storage/cache-row.ts';
import { ApiProvider } from './api.ts';
import { ConnectivityProvider } from './connectivity.ts';
import { QueryCacheProvider } from './read.tsx';
import { useLoad, usePreparedWrite, useSettledProfile, useWrite, type Write, type WriteName } from './write.ts';

const id = '01900000-0000-7000-8000-000000000001';
const instants = { createdAt: '2026-05-01T18:00:00.000Z', updatedAt: '2026-05-01T18:00:00.000Z' };
const season: Season = {
  id,
  name: 'Season',
  ownerId: id,
  ...instants,
  events: [],
  standings: { drivers: [], tracks: [] },
};
const league: League = {
  id,
  name: 'League',
  description: null,
  discord: null,
  website: null,
  isPublic: true,
  ownerId: id,
  ...instants,
  thumbnailId: null,
  seasonIds: [],
};
const entities: Record<EntityReadName, Season | League | Session> = {
  getSeason: season,
  getLeague: league,
  getSession: session({}),
};
const outdated = 'It was changed somewhere else in the meantime. Now you see it as it is: check it, then try again.';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A server with one entity of each kind, which all have the same version; every write raises it. */
async function startServer({ answer: given }: { readonly answer?: object | undefined } = {}) {
  const state = { version: 1, isGone: false, isBroken: false, seen: [] as [method: string, version: string | null][] };
  const etag = () => `"${state.version}-hash"`;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const problem = (status: number) =>
      response
        .writeHead(status, { 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ status, title: 'Refused', detail: 'Refused by the server' }));
    if (method === 'GET' && state.isBroken) return void problem(503);
    if (state.isGone) return void problem(404);
    const entity = url.startsWith('/api/League')
      ? entities.getLeague
      : url.startsWith('/api/Seasons')
        ? entities.getSeason
        : entities.getSession;
    const send = () =>
      response
        .writeHead(200, { 'content-type': 'application/json', etag: etag() })
        .end(JSON.stringify({ ...entity, name: `Version ${state.version}` }));
    if (method === 'GET') return void send();
    state.seen.push([method, headers['if-match'] ?? null]);
    if (given !== undefined)
      return void response
        .writeHead(200, { 'content-type': 'application/json', etag: etag() })
        .end(JSON.stringify(given));
    const isCreation = /^\/api\/(League|Seasons)$/.test(url) && method === 'POST';
    if (!isCreation && headers['if-match'] !== undefined && headers['if-match'] !== etag()) return void problem(412);
    state.version += 1;
    if (method === 'DELETE') response.writeHead(204).end();
    else send();
  }

  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { state, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A tab of the app: its cache over the API, on the rows of the device. */
function openTab(baseUrl: string, device = new Map<string, CacheRow>()) {
  const clock = { now: Date.now() };
  const api = createApi({ baseUrl, accessToken: async () => null, now: () => clock.now });
  const persistent = {
    read: async (key: string) => device.get(key) ?? null,
    store: async (row: CacheRow) => void device.set(row.key, row),
    remove: async (key: string) => void device.delete(key),
    removeOwned: async () => device.clear(),
  };
  const memory = createMemoryCache(() => clock.now);
  const messages: WriteMessage[] = [];
  const queries = createQueryCache({
    api,
    cache: createLayeredCache(
      memory,
      Promise.resolve(persistent),
      () => clock.now,
      async () => null,
    ),
    auth: { settledUserId: async () => null, lacksToken: async () => false },
    storage: new Promise(() => undefined),
    tabs: { post: (message) => messages.push(message), listen: () => () => undefined },
    contract: 'ours',
    onBackOnline: () => () => undefined,
  });
  const connectivity = {
    status: () => 'online' as const,
    subscribe: () => () => undefined,
    reportCall: () => undefined,
    reportSlow: () => undefined,
  };

  /** The result of a hook in a component of this tab. */
  function use<Value>(hook: () => Value): Value {
    const values: Value[] = [];
    renderToString(
      <ConnectivityProvider value={connectivity}>
        <ApiProvider value={api}>
          <QueryCacheProvider queries={queries}>
            <Probe run={() => values.push(hook())} />
          </QueryCacheProvider>
        </ApiProvider>
      </ConnectivityProvider>,
    );
    return values[0] as Value;
  }

  /** Reads an entity as a page does, with the version on the screen. */
  async function show(name: EntityReadName) {
    const resource = resourceOf(name);
    const fetched = await queries.fetch(resource, new AbortController().signal, false);
    if ('failure' in fetched) throw new Error('the read failed');
    await queries.store(resource, fetched.copy);
    return shownOf(fetched.copy);
  }

  return {
    queries,
    device,
    use,
    show,
    messages,
    /** The screen of an open page does not change meanwhile, and the memory cache evicts what it read. */
    idle: () => {
      clock.now += memoryCacheLifetime + 1;
    },
  };
}

function Probe({ run }: { run: () => void }) {
  run();
  return null;
}

function resourceOf(name: EntityReadName) {
  return { name, params: name === 'getLeague' ? { leagueId: id } : { id } };
}

function shownOf({ value, version }: { readonly value: unknown; readonly version: string | null }) {
  if (version === null) throw new Error('the read has no version');
  return { entity: value as { id: string }, version };
}

/** Any write by its name; the server here reads no body. */
function anyWrite(tab: ReturnType<typeof openTab>, name: VersionedWriteName) {
  const write = tab.use(() => useWrite<WriteName>(name)) as (request: object) => Promise<Outcome<unknown>>;
  const params = Object.fromEntries(paramNamesOf(calls[name]).map((param) => [param, id]));
  return (shown: object) => write({ ...shown, params, body: { id } });
}

const names = Object.keys(versionedWrites) as VersionedWriteName[];

describe.each(names)('%s', (name) => {
  const read = versionedWrites[name];

  test('carries the version on the screen after five idle minutes, although the cache has evicted it', async () => {
    const { state, baseUrl } = await startServer();
    const tab = openTab(baseUrl);
    const shown = await tab.show(read);
    tab.idle();
    expect(tab.queries.readMemory(resourceOf(read))).toBeNull();
    expect(await anyWrite(tab, name)(shown)).not.toHaveProperty('failure');
    expect(state.seen).toEqual([[calls[name].method, '"1-hash"']]);
  });

  test('is refused when somebody else has changed the entity, which is then cached as it is', async () => {
    const { state, baseUrl } = await startServer();
    const tab = openTab(baseUrl);
    const shown = await tab.show(read);
    state.version = 5;
    expect(await anyWrite(tab, name)(shown)).toMatchObject({ failure: { status: 412, problem: { detail: outdated } } });
    expect(state.version).toBe(5);
    expect(tab.queries.readMemory(resourceOf(read))).toMatchObject({ value: { id }, version: '"5-hash"' });
    expect(tab.messages).toHaveLength(1);
  });
});

test('carries the version on the screen after the data of the site were cleared', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  const shown = await tab.show('getSeason');
  await tab.queries.clear();
  await anyWrite(tab, 'createRevision')(shown);
  expect(state.seen).toEqual([['POST', '"1-hash"']]);
});

test('carries the version of the copy on this device, which was stored with it', async () => {
  const { state, baseUrl } = await startServer();
  const first = openTab(baseUrl);
  await first.show('getSeason');
  const restarted = openTab(baseUrl, first.device);
  const copy = await restarted.queries.readCached(resourceOf('getSeason'));
  await anyWrite(restarted, 'addEvent')(shownOf(copy ?? { value: null, version: null }));
  expect(state.seen).toEqual([['POST', '"1-hash"']]);
});

test('what another tab has written is no base for a write of this one until it is shown', async () => {
  const { state, baseUrl } = await startServer();
  const [tab, other] = [openTab(baseUrl), openTab(baseUrl)];
  const [shown, shownThere] = [await tab.show('getSeason'), await other.show('getSeason')];
  await anyWrite(other, 'addEvent')(shownThere);
  expect(await anyWrite(tab, 'createRevision')(shown)).toMatchObject({ failure: { status: 412 } });
  const fresh = tab.queries.readMemory(resourceOf('getSeason'));
  expect(await anyWrite(tab, 'createRevision')(shownOf(fresh ?? { value: null, version: null }))).toMatchObject({
    value: { name: 'Version 3' },
  });
  expect(state.seen.map(([, version]) => version)).toEqual(['"1-hash"', '"1-hash"', '"2-hash"']);
});

test('an answer without a body is followed by a read: the next write is based on what the entity has become', async () => {
  const { baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  expect(await anyWrite(tab, 'deleteEvent')(await tab.show('getSeason'))).toEqual({ value: undefined, version: null });
  expect(tab.queries.readMemory(resourceOf('getSeason'))).toMatchObject({ version: '"2-hash"' });
});

test('a write is made although the read after it fails; views fetch the entity again', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  const shown = await tab.show('getSeason');
  const events: string[] = [];
  tab.queries.subscribe(resourceOf('getSeason'), ({ type }) => events.push(type));
  state.isBroken = true;
  expect(await anyWrite(tab, 'deleteEvent')(shown)).toEqual({ value: undefined, version: null });
  expect([state.version, events]).toEqual([2, ['invalidated']]);
});

test('a deleted entity is removed from this device', async () => {
  const { baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  await anyWrite(tab, 'deleteLeague')(await tab.show('getLeague'));
  expect([tab.queries.readMemory(resourceOf('getLeague')), [...tab.device.keys()]]).toEqual([null, []]);
});

test('a write to what was deleted elsewhere is refused as the server says, and views fetch it again', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  const shown = await tab.show('getSeason');
  const events: string[] = [];
  tab.queries.subscribe(resourceOf('getSeason'), ({ type }) => events.push(type));
  state.isGone = true;
  expect(await anyWrite(tab, 'updateScoring')(shown)).toMatchObject({
    failure: { status: 404, problem: { detail: 'Refused by the server' } },
  });
  expect(events).toEqual(['invalidated']);
});

test('a creation is based on nothing and is cached', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  const create = tab.use(() => useWrite('createSeason'));
  expect(await create({ body: { name: 'New' }, key: 'one' })).toMatchObject({ value: { id } });
  expect(state.seen).toEqual([['POST', null]]);
  expect(tab.queries.readMemory(resourceOf('getSeason'))).toMatchObject({ version: '"2-hash"' });
});

test('a deletion that is prepared is sent later without a wait, and its reads are fetched again', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  const events: string[] = [];
  tab.queries.subscribe({ name: 'getTasks' }, ({ type }) => events.push(type));
  const send = await tab.use(() => usePreparedWrite('deleteSession'))({ id });
  expect(state.seen).toEqual([]);
  await send();
  expect([state.seen, events]).toEqual([[['DELETE', null]], ['invalidated']]);
});

test('a deleted session is removed from this device', async () => {
  const { baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  const { entity } = await tab.show('getSession');
  await tab.use(() => useWrite('deleteSession'))({ entity, params: { id } });
  expect([tab.queries.readMemory(resourceOf('getSession')), [...tab.device.keys()]]).toEqual([null, []]);
});

test.each([
  ['setAvatar', { avatar_url: '/a.webp' }],
  ['deleteAvatar', undefined],
  ['deleteAccount', undefined],
] as const)('%s changes what every tab shows of the user', async (name, answer) => {
  const { baseUrl } = await startServer({ answer });
  const tab = openTab(baseUrl);
  const events: string[] = [];
  tab.queries.subscribe({ name: 'getProfile', params: { userId: id } }, ({ type }) => events.push(type));
  const write = tab.use(() => useWrite<WriteName>(name)) as (request: object) => Promise<Outcome<unknown>>;
  expect(await write({ params: { userId: id } })).toMatchObject({ value: answer });
  expect([events, tab.messages.length]).toEqual([['invalidated'], 1]);
});

test('a changed profile is shown in every view, and the sessions with its name are fetched again', async () => {
  const { baseUrl } = await startServer();
  const tab = openTab(baseUrl);
  await tab.show('getSession');
  const events: string[] = [];
  tab.queries.subscribe(resourceOf('getSession'), ({ type }) => events.push(type));
  const profile = { id, username: 'new', avatar_url: null };
  await tab.use(useSettledProfile)({ value: profile, version: null });
  const shown = tab.queries.readMemory({ name: 'getProfile', params: { userId: id } });
  expect([shown?.value, events]).toEqual([profile, ['invalidated']]);
});

test.each([
  ['created', ['fetched again']],
  ['replaced', ['fetched again']],
  ['same', []],
  ['kept', []],
] as const)('an upload that was %s is cached as the session that it is', async (uploadResult, lists) => {
  const { baseUrl } = await startServer({ answer: { ...session({}), uploadResult } });
  const tab = openTab(baseUrl);
  const events: string[] = [];
  tab.queries.subscribe({ name: 'listSessions' }, () => events.push('fetched again'));
  const outcome = await tab.use(() => useWrite('createSession'))({ body: upload({}), key: 'one' });
  expect(outcome).toMatchObject({ value: { uploadResult } });
  expect(tab.queries.readMemory({ name: 'getSession', params: { id: session({}).id } })?.value).toEqual(session({}));
  expect(events).toEqual(lists);
});

test('an entity without a version is no base for a write', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(season));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const tab = openTab(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const load = tab.use(useLoad);
  expect(await load('getSeason', id)).toMatchObject({ failure: { kind: 'unexpected' } });
  const addEvent: Write<'addEvent'> = tab.use(() => useWrite('addEvent'));
  const request = { entity: season, params: { seasonId: id }, body: { track: 1 } } as const;
  const version: string | null = null;
  // @ts-expect-error A version that may be missing.
  const unknown = (): Promise<Outcome<AnswerOf<'addEvent'>>> => addEvent({ ...request, version });
  // @ts-expect-error No version.
  const missing = (): Promise<Outcome<AnswerOf<'addEvent'>>> => addEvent(request);
  expect([unknown, missing]).toHaveLength(2);
});
