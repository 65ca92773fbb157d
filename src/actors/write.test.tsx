import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { paramNamesOf } from '#contract/api/address';
import type { Outcome } from '#contract/api/problem';
import { calls } from '#contract/calls/by-name';
import type { AnswerOf, Call, ReadCall, WriteCall } from '#contract/calls/call';
import type { League } from '#contract/entities/league';
import type { Season } from '#contract/entities/season';
import { session, upload } from '../../tests/fixtures/session.ts';
import { openTestTab, shownOf } from './test-tab.tsx';
import { entityResource, useLoad, useSettledProfile, useWrite, type Write } from './write.ts';

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
const entities = {
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
async function startServer({
  answer: given,
  changedBy,
}: {
  readonly answer?: object;
  readonly changedBy?: object;
} = {}) {
  const state = {
    version: 1,
    isGone: false,
    isBroken: false,
    isRefused: false,
    seen: [] as [method: string, version: string | null][],
  };
  const etag = () => `"${state.version}-hash"`;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    const problem = (status: number) =>
      response
        .writeHead(status, { 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ status, title: 'Refused', detail: 'Refused by the server', changedBy }));
    if (method === 'GET' && state.isBroken) return void problem(503);
    if (state.isRefused) return void problem(403);
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

const resourceOf = (call: ReadCall) => entityResource(call, id);

/** Any write; the server here reads no body. */
function anyWrite(tab: ReturnType<typeof openTestTab>, call: WriteCall) {
  const write = tab.use(() => useWrite(call)) as (request: object) => Promise<Outcome<unknown>>;
  const params = Object.fromEntries(paramNamesOf(call).map((param) => [param, id]));
  return (shown: object) => write({ ...shown, params, body: { id } });
}

/** The line-up of an event has two ids: it has a hook of its own. */
const versioned = (Object.entries(calls) as [string, Call][]).flatMap(([name, call]) =>
  call.version === undefined || name === 'setLineUp' ? [] : [[name, call, call.version] as const],
);

describe.each(versioned)('%s', (_, call, read) => {
  test('carries the version on the screen after five idle minutes, although the cache has evicted it', async () => {
    const { state, baseUrl } = await startServer();
    const tab = openTestTab(baseUrl);
    const shown = await tab.show(read, id);
    tab.idle();
    expect(tab.queries.readMemory(resourceOf(read))).toBeNull();
    expect(await anyWrite(tab, call)(shown)).not.toHaveProperty('failure');
    expect(state.seen).toEqual([[call.method, '"1-hash"']]);
  });

  test.runIf(call.basis !== undefined)('is sent again when somebody else has changed another part', async () => {
    const { state, baseUrl } = await startServer();
    const tab = openTestTab(baseUrl);
    const shown = await tab.show(read, id);
    state.version = 5;
    expect(await anyWrite(tab, call)(shown)).not.toHaveProperty('failure');
    expect(state.seen).toEqual([
      [call.method, '"1-hash"'],
      [call.method, '"5-hash"'],
    ]);
  });

  test.runIf(call.basis === undefined)('is refused when somebody else has changed the entity', async () => {
    const { state, baseUrl } = await startServer();
    const tab = openTestTab(baseUrl);
    const shown = await tab.show(read, id);
    state.version = 5;
    expect(await anyWrite(tab, call)(shown)).toMatchObject({ failure: { status: 412, problem: { detail: outdated } } });
    expect(state.version).toBe(5);
    expect(tab.queries.readMemory(resourceOf(read))).toMatchObject({ value: { id }, version: '"5-hash"' });
    expect(tab.messages).toHaveLength(1);
  });
});

test('a refusal says who has changed it last, and when', async () => {
  const changedBy = { userName: 'Ann', at: '2026-05-01T18:00:00.000Z' };
  const { state, baseUrl } = await startServer({ changedBy });
  const tab = openTestTab(baseUrl);
  const shown = await tab.show(calls.getSeason, id);
  state.version = 5;
  const outcome = await anyWrite(tab, calls.updateScoring)(shown);
  const detail = 'failure' in outcome ? outcome.failure.problem?.detail : null;
  expect(detail?.replace(/\(.*\)/, '(when)')).toBe(`${outdated} Last by Ann (when).`);
});

test('carries the version on the screen after the data of the site were cleared', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  const shown = await tab.show(calls.getSeason, id);
  await tab.queries.clear();
  await anyWrite(tab, calls.createRevision)(shown);
  expect(state.seen).toEqual([['POST', '"1-hash"']]);
});

test('carries the version of the copy on this device, which was stored with it', async () => {
  const { state, baseUrl } = await startServer();
  const first = openTestTab(baseUrl);
  await first.show(calls.getSeason, id);
  const restarted = openTestTab(baseUrl, first.device);
  const copy = await restarted.queries.readCached(resourceOf(calls.getSeason));
  await anyWrite(restarted, calls.addEvent)(shownOf(copy ?? { value: null, version: null }));
  expect(state.seen).toEqual([['POST', '"1-hash"']]);
});

test('what another tab has written is no base for a write of this one until it is shown', async () => {
  const { state, baseUrl } = await startServer();
  const [tab, other] = [openTestTab(baseUrl), openTestTab(baseUrl)];
  const [shown, shownThere] = [await tab.show(calls.getSeason, id), await other.show(calls.getSeason, id)];
  await anyWrite(other, calls.addEvent)(shownThere);
  expect(await anyWrite(tab, calls.updateScoring)(shown)).toMatchObject({ failure: { status: 412 } });
  const fresh = tab.queries.readMemory(resourceOf(calls.getSeason));
  expect(await anyWrite(tab, calls.updateScoring)(shownOf(fresh ?? { value: null, version: null }))).toMatchObject({
    value: { name: 'Version 3' },
  });
  expect(state.seen.map(([, version]) => version)).toEqual(['"1-hash"', '"1-hash"', '"2-hash"']);
});

test('an answer without a body is followed by a read: the next write is based on what the entity has become', async () => {
  const { baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  expect(await anyWrite(tab, calls.deleteEvent)(await tab.show(calls.getSeason, id))).toEqual({
    value: undefined,
    version: null,
  });
  expect(tab.queries.readMemory(resourceOf(calls.getSeason))).toMatchObject({ version: '"2-hash"' });
});

test('a write is made although the read after it fails; views fetch the entity again', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  const shown = await tab.show(calls.getSeason, id);
  const events: string[] = [];
  tab.queries.subscribe(resourceOf(calls.getSeason), ({ type }) => events.push(type));
  state.isBroken = true;
  expect(await anyWrite(tab, calls.deleteEvent)(shown)).toEqual({ value: undefined, version: null });
  expect([state.version, events]).toEqual([2, ['invalidated']]);
});

test('a deleted entity is removed from this device', async () => {
  const { baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  await anyWrite(tab, calls.deleteLeague)(await tab.show(calls.getLeague, id));
  expect([tab.queries.readMemory(resourceOf(calls.getLeague)), [...tab.device.keys()]]).toEqual([null, []]);
});

test('a write to what was deleted elsewhere is refused as the server says, and views fetch it again', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  const shown = await tab.show(calls.getSeason, id);
  const events: string[] = [];
  tab.queries.subscribe(resourceOf(calls.getSeason), ({ type }) => events.push(type));
  state.isGone = true;
  expect(await anyWrite(tab, calls.updateScoring)(shown)).toMatchObject({
    failure: { status: 404, problem: { detail: 'Refused by the server' } },
  });
  expect(events).toEqual(['invalidated']);
});

test('what another tab has restored is fetched again', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  const events: string[] = [];
  tab.queries.subscribe({ call: calls.listDeletions }, ({ type }) => events.push(type));
  state.isGone = true;
  const restore = tab.use(() => useWrite(calls.undoDeletion));
  expect(await restore({ params: { deletionId: id } })).toMatchObject({ failure: { status: 404 } });
  expect(events).toEqual(['invalidated']);
});

test('a creation is based on nothing and is cached', async () => {
  const { state, baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  const create = tab.use(() => useWrite(calls.createSeason));
  expect(await create({ body: { name: 'New' }, key: 'one' })).toMatchObject({ value: { id } });
  expect(state.seen).toEqual([['POST', null]]);
  expect(tab.queries.readMemory(resourceOf(calls.getSeason))).toMatchObject({ version: '"2-hash"' });
});

test('a deleted session is removed from this device', async () => {
  const { baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  const { entity } = await tab.show(calls.getSession, id);
  await tab.use(() => useWrite(calls.deleteSession))({ entity, params: { id } });
  expect([tab.queries.readMemory(resourceOf(calls.getSession)), [...tab.device.keys()]]).toEqual([null, []]);
});

test.each([
  ['setAvatar', { avatar_url: '/a.webp' }],
  ['deleteAvatar', undefined],
  ['deleteAccount', undefined],
] as const)('%s changes what every tab shows of the user', async (name, answer) => {
  const { baseUrl } = await startServer({ answer });
  const tab = openTestTab(baseUrl);
  const events: string[] = [];
  tab.queries.subscribe({ call: calls.getProfile, params: { userId: id } }, ({ type }) => events.push(type));
  const write = tab.use(() => useWrite<WriteCall>(calls[name])) as (request: object) => Promise<Outcome<unknown>>;
  expect(await write({ params: { userId: id } })).toMatchObject({ value: answer });
  expect([events, tab.messages.length]).toEqual([['invalidated'], 1]);
});

test('a changed profile is shown in every view, and the sessions with its name are fetched again', async () => {
  const { baseUrl } = await startServer();
  const tab = openTestTab(baseUrl);
  await tab.show(calls.getSession, id);
  const events: string[] = [];
  tab.queries.subscribe(resourceOf(calls.getSession), ({ type }) => events.push(type));
  const profile = { id, username: 'new', avatar_url: null };
  await tab.use(useSettledProfile)({ value: profile, version: null });
  const shown = tab.queries.readMemory({ call: calls.getProfile, params: { userId: id } });
  expect([shown?.value, events]).toEqual([profile, ['invalidated']]);
});

test.each([
  ['created', ['fetched again']],
  ['replaced', ['fetched again']],
  ['same', []],
  ['kept', []],
] as const)('an upload that was %s is cached as the session that it is', async (uploadResult, lists) => {
  const { baseUrl } = await startServer({ answer: { ...session({}), uploadResult } });
  const tab = openTestTab(baseUrl);
  const events: string[] = [];
  tab.queries.subscribe({ call: calls.listSessions }, () => events.push('fetched again'));
  const outcome = await tab.use(() => useWrite(calls.createSession))({ body: upload({}), key: 'one' });
  expect(outcome).toMatchObject({ value: { uploadResult } });
  expect(tab.queries.readMemory({ call: calls.getSession, params: { id: session({}).id } })?.value).toEqual(
    session({}),
  );
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
  const tab = openTestTab(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const load = tab.use(useLoad);
  expect(await load(calls.getSeason, id)).toMatchObject({ failure: { kind: 'unexpected' } });
  const addEvent: Write<typeof calls.addEvent> = tab.use(() => useWrite(calls.addEvent));
  const request = { entity: season, params: { seasonId: id }, body: { track: 1 } } as const;
  const version: string | null = null;
  // @ts-expect-error A version that may be missing.
  const unknown = (): Promise<Outcome<AnswerOf<typeof calls.addEvent>>> => addEvent({ ...request, version });
  // @ts-expect-error No version.
  const missing = (): Promise<Outcome<AnswerOf<typeof calls.addEvent>>> => addEvent(request);
  expect([unknown, missing]).toHaveLength(2);
});
