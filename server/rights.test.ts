import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, paramNamesOf } from '#contract/address';
import { type CallName, calls } from '#contract/calls';
import { endpointOf, servedEndpoints } from '#contract/requests';
import { driver, upload } from '../tests/fixtures/session.ts';
import * as tables from './storage/tables.ts';
import { openTestServer, type TestServer } from './testing/open-test-server.ts';

/** Every call × every kind of caller × every kind of target. Made from the contract, so a missing call fails. */
let server: TestServer;
const ids = { league: '', hidden: '', season: '', hiddenSeason: '', event: '', session: '' };

/** An image of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

beforeAll(async () => {
  server = await openTestServer();
  const as = 'Owner';
  const body = upload({ drivers: [driver({ finishingPosition: 1 })], weekendLinkIdentifier: 5 });
  ids.session = (await server.get('createSession', { as, body })).id;
  ids.league = (await server.get('createLeague', { as, body: { name: 'Open', thumbnailBase64: pixel } })).id;
  ids.hidden = (
    await server.get('createLeague', { as, body: { name: 'Hidden', isPublic: false, thumbnailBase64: pixel } })
  ).id;
  ids.season = (await server.get('createSeason', { as, body: { name: 'Season' } })).id;
  ids.hiddenSeason = (await server.get('createSeason', { as, body: { name: 'Hidden season' } })).id;
  for (const [leagueId, seasonId] of [
    [ids.league, ids.season],
    [ids.hidden, ids.hiddenSeason],
  ] as const) {
    await server.get('addLeagueSeason', { as, params: { leagueId, seasonId } });
  }
  const { events } = await server.get('addEvent', { as, params: { seasonId: ids.season }, body: { track: 11 } });
  ids.event = String(events[0]?.id);
  await server.get('addEventSession', {
    as,
    params: { seasonId: ids.season, eventId: ids.event, sessionId: ids.session },
  });
});
afterAll(() => server.close());

type Target = 'present' | 'hidden' | 'absent';

const bodies: Partial<Record<CallName, () => unknown>> = {
  createLeague: () => ({ name: 'New' }),
  updateLeague: () => ({ name: 'Changed' }),
  setThumbnail: () => ({ thumbnailBase64: pixel, contentType: 'image/png' }),
  setAvatar: () => ({ thumbnailBase64: pixel, contentType: 'image/png' }),
  createSeason: () => ({ name: 'New' }),
  updateSeason: () => ({ id: '', name: 'Changed' }),
  addEvent: () => ({ track: 1 }),
  addEvents: () => ({ events: [{ track: 1 }] }),
  addEventSessions: () => ({ sessionIds: [ids.session] }),
  updateEvent: () => ({ name: 'Changed' }),
  orderEvents: () => ({ eventIds: [ids.event] }),
  setSessionScoring: () => ({ scoring: 'none' }),
  updateScoring: () => ({ droppedResults: 1 }),
  setAliases: () => ({ aliases: [{ name: 'Max', recordedNames: ['Ada Okoro'] }] }),
  addRuling: () => ({ sessionId: ids.session, kind: 'disqualify', carIndex: 0, reason: 'Cutting' }),
  renameDriver: () => ({ name: 'Changed' }),
  previewStandings: () => ({}),
  createRevision: () => ({}),
  createSession: () => upload({}),
};

function paramsFor(name: CallName, target: Target): Record<string, string> {
  const absent = '01900000-0000-7000-8000-00000000dead';
  const season = { present: ids.season, hidden: ids.hiddenSeason, absent }[target];
  const league = { present: ids.league, hidden: ids.hidden, absent }[target];
  const ofSeasons = calls[name].path.startsWith('/api/Seasons');
  const values: Record<string, string> = {
    leagueId: league,
    seasonId: name.includes('League') ? ids.season : season,
    eventId: ids.event,
    sessionId: target === 'absent' && !ofSeasons ? absent : ids.session,
    weekendId: `${absent}.1`,
    carIndex: '0',
    userId: absent,
    id: ofSeasons ? season : target === 'absent' ? absent : ids.session,
  };
  return Object.fromEntries(paramNamesOf(calls[name]).map((param) => [param, values[param] ?? absent]));
}

async function send(name: CallName, target: Target, authorization: string | undefined) {
  const call = calls[name];
  const params = paramsFor(name, target);
  const body = bodies[name]?.();
  if (name === 'updateSeason') Object.assign(Object(body), { id: paramsFor('getSeason', target).id });
  const response = await server.app.inject({
    method: call.method,
    url: addressOf(call, params, name === 'search' ? { q: 'x' } : {}),
    headers: authorization === undefined ? {} : { authorization },
    ...(body === undefined ? {} : { payload: Object(body) }),
  });
  return {
    status: response.statusCode,
    body: response.body.replaceAll(new RegExp(Object.values(params).join('|'), 'g'), 'ID'),
  };
}

async function readAllTables(): Promise<string> {
  const all = [];
  for (const table of Object.values(tables)) {
    if (table === tables.profiles || table === tables.idempotencyKeys) continue;
    all.push(await server.storage.database.select().from(table as typeof tables.leagues));
  }
  return JSON.stringify(all);
}

const served = servedEndpoints().map(([name]) => name);
const owned = served.filter((name) => endpointOf(name).access === 'owner');
const forMembers = served.filter((name) => endpointOf(name).access === 'member');
const open = served.filter((name) => endpointOf(name).access === 'public');

test('every call states its access, and this test has a body for every call that needs one', () => {
  expect(owned.length + forMembers.length + open.length).toBe(served.length);
  for (const name of served) {
    const call = endpointOf(name);
    expect([name, bodies[name] !== undefined]).toEqual([name, call.body !== undefined]);
    if (call.method !== 'GET') expect([name, call.access]).not.toEqual([name, 'public']);
  }
});

describe.each([...owned, ...forMembers])('%s', (name) => {
  test('is refused without a valid token, and changes nothing', async () => {
    const before = await readAllTables();
    const old = `Bearer ${await server.tokenOf('Owner', -60)}`;
    for (const target of ['present', 'hidden', 'absent'] as const) {
      for (const authorization of [undefined, old, 'Bearer x']) {
        expect((await send(name, target, authorization)).status).toBe(401);
      }
    }
    expect(await readAllTables()).toBe(before);
  });
});

/** Sessions are public: there is no hidden one. */
const isOfSession = (name: CallName) => calls[name].path.startsWith('/api/Sessions');

describe.each(owned)('%s', (name) => {
  test('is refused to another user; the response for a private entity is that for a missing one', async () => {
    const before = await readAllTables();
    const otherUser = `Bearer ${await server.tokenOf('Stranger')}`;
    expect((await send(name, 'present', otherUser)).status).toBe(403);
    const [hidden, absent] = [await send(name, 'hidden', otherUser), await send(name, 'absent', otherUser)];
    if (!isOfSession(name)) expect(hidden).toEqual(absent);
    expect(absent.status).toBe(404);
    expect(await readAllTables()).toBe(before);
  });
});

describe.each(open.filter((name) => paramNamesOf(calls[name]).length > 0))('%s', (name) => {
  test('answers for a private entity of another user as for a missing one', async () => {
    const otherUser = `Bearer ${await server.tokenOf('Stranger')}`;
    for (const authorization of [undefined, otherUser]) {
      const [hidden, absent] = [await send(name, 'hidden', authorization), await send(name, 'absent', authorization)];
      const isOfSessions =
        name.includes('Session') || name.includes('Weekend') || name.includes('User') || name === 'getProfile';
      if (!isOfSessions) expect([hidden, hidden.status]).toEqual([absent, 404]);
    }
  });
});

test('the page of a private entity is that of a missing one', async () => {
  const page = async (path: string) => {
    const response = await server.app.inject({ url: path });
    return [response.statusCode, response.body.replaceAll(path, 'PATH')];
  };
  expect(await page(`/leagues/${ids.hidden}`)).toEqual(await page(`/leagues/${randomUUID()}`));
  expect(await page(`/seasons/${ids.hiddenSeason}`)).toEqual(await page(`/seasons/${randomUUID()}`));
});
