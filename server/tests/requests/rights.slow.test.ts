import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paramNamesOf } from '#contract/api/address';
import { scopeOf } from '#contract/api/token-scopes';
import { type CallName, callOf, calls, servedCalls } from '#contract/calls/by-name';
import type { TokenScope } from '#contract/entities/api-token';
import { hasRight, staffRoles } from '#contract/rights';
import { bodyOf, hasBody, neededQueries, paramsOf, type TargetIds } from '../../../tests/fixtures/call-inputs.ts';
import { createFixture, type Fixture, sendCall, signUpNameless } from '../../../tests/fixtures/fixture.ts';
import * as tables from '../../storage/tables.ts';
import { openTestServer, type TestServer } from '../support/open-test-server.ts';

/**
 * Every call × every kind of caller × every kind of target. Made from the contract: a call without a body here, or with a
 * path parameter that is unknown here, fails.
 */
let server: TestServer;
/** Belongs to the owner. */
let fixture: Fixture;
const tokens = { owner: '', stranger: '', nameless: '', expired: '', deleted: '' };
let namelessId = '';

beforeAll(async () => {
  // Push needs an operator who can be written to.
  const env = { OPERATOR: 'Max; Street 1; max@race.example' };
  server = await openTestServer(env, undefined, undefined, { limits: { mailPause: 0 } });
  tokens.owner = await server.tokenOf('Owner');
  tokens.stranger = await server.tokenOf('Stranger');
  tokens.expired = await server.tokenOf('Owner', -60);
  const nameless = await signUpNameless(server);
  tokens.nameless = nameless.token;
  namelessId = nameless.id;
  const deleted = await signUpNameless(server);
  await sendCall(server, 'deleteAccount', { token: deleted.token });
  tokens.deleted = deleted.otherToken;
  fixture = await createFixture(server, tokens.owner);
  // The first call of a user stores the profile.
  for (const token of [tokens.stranger, tokens.nameless]) await sendCall(server, 'pageOwnSeasons', { token });
});
afterAll(() => server.close());

const absent = '01900000-0000-7000-8000-00000000dead';
type Target = 'open' | 'hidden' | 'absent';

/** The ids of a target. Users and sessions are public; no session is live here. */
function idsOf(target: Target, { userId, session, version, recorder, token, ...parts }: Fixture): TargetIds {
  if (target === 'absent') {
    return {
      user: absent,
      league: absent,
      season: absent,
      event: absent,
      ruling: absent,
      driver: absent,
      claim: absent,
      entry: absent,
      deletion: absent,
      session: absent,
      live: absent,
      version: absent,
      recorder: absent,
      token: absent,
      delivery: absent,
      member: absent,
      admin: absent,
      invitation: absent,
      invitationToken: absent,
    };
  }
  return { ...parts[target], user: userId, session, version, recorder, token, live: session };
}

/** Only leagues and seasons can be private. */
const hasPrivate = (name: CallName) =>
  name === 'updateSeason' || /^\/api\/(League\/\{leagueId|Seasons\/\{(id|seasonId))\}/.test(calls[name].path);
/** A recorder chooses the id that it registers. */
const hasTarget = (name: CallName) =>
  name === 'updateSeason' || (name !== 'registerLive' && paramNamesOf(calls[name]).length > 0);

async function send(name: CallName, target: Target, token: string | null, owned = fixture) {
  const ids = idsOf(target, owned);
  const params = paramsOf(name, ids);
  const query = neededQueries[name] ?? {};
  // An event names only a live session that runs.
  const body = name === 'updateEvent' ? { name: 'Changed' } : bodyOf(name, ids);
  const response = await sendCall(server, name, { token, params, query, body });
  const sent = new RegExp([...new Set(Object.values(params))].filter((id) => id.length > 10).join('|') || '$^', 'g');
  return { status: response.statusCode, body: response.body.replaceAll(sent, 'ID') };
}

async function readAllTables(): Promise<string> {
  const all = [];
  for (const table of Object.values(tables)) {
    // Refused requests are counted too.
    if (table === tables.idempotencyKeys || table === tables.rateLimits) continue;
    all.push(await server.storage.database.select().from(table as typeof tables.leagues));
  }
  return JSON.stringify(all);
}

const served = servedCalls().map(([name]) => name);
/** Calls with a right in a league or season, and those on what belongs to a user alone. */
const rightOf = (name: CallName) => {
  const { access } = callOf(name);
  return typeof access === 'object' ? access.right : null;
};
const managing = served.filter((name) => rightOf(name) !== null);
const owned = served.filter((name) => callOf(name).access === 'owner' || rightOf(name) !== null);
const forMembers = served.filter((name) => callOf(name).access === 'member');
const open = served.filter((name) => callOf(name).access === 'public');

test('every call is in the matrix: with its access, its path parameters, and a body where it takes one', () => {
  expect(owned.length + forMembers.length + open.length).toBe(served.length);
  for (const name of served) {
    const call = callOf(name);
    expect([name, hasBody(name)]).toEqual([name, call.body !== undefined]);
    // They prove their right by the key of a session, the code of a recorder, the token of an invitation.
    if (call.method !== 'GET' && !['createTicket', 'pairRecorder', 'previewInvitation'].includes(name))
      expect([name, call.access]).not.toEqual([name, 'public']);
    expect(() => paramsOf(name, idsOf('open', fixture))).not.toThrow();
  }
});

describe.each([...owned, ...forMembers])('%s', (name) => {
  test('is refused to nobody, and to expired, deleted and invalid tokens, and changes nothing', async () => {
    const before = await readAllTables();
    for (const target of ['open', 'hidden', 'absent'] as const) {
      for (const token of [null, tokens.expired, tokens.deleted, 'x']) {
        expect((await send(name, target, token)).status).toBe(401);
      }
    }
    expect(await readAllTables()).toBe(before);
  });
});

describe.each(owned)('%s', (name) => {
  test('is refused to others: 403 in public; in private the same bytes as for what does not exist', async () => {
    const before = await readAllTables();
    for (const token of [tokens.stranger, tokens.nameless]) {
      expect((await send(name, 'open', token)).status).toBe(403);
      const missing = await send(name, 'absent', token);
      expect(missing.status).toBe(404);
      if (hasPrivate(name)) expect(await send(name, 'hidden', token)).toEqual(missing);
    }
    expect(await readAllTables()).toBe(before);
  });
});

/** Pictures show that of the site instead; `pictures.test.ts` compares their bytes and headers. */
const isPicture = (name: string) => /^get(?:League|Season)Picture$/.test(name);

describe.each(open.filter(hasPrivate))('%s', (name) => {
  test('answers for what is private as for what does not exist, and its owner sees it', async () => {
    for (const token of [null, tokens.stranger, tokens.nameless]) {
      const missing = await send(name, 'absent', token);
      expect([missing.status, await send(name, 'hidden', token)]).toEqual([isPicture(name) ? 200 : 404, missing]);
      expect((await send(name, 'open', token)).status).toBe(200);
    }
    expect((await send(name, 'hidden', tokens.owner)).status).toBe(200);
  });
});

describe.each(open)('%s', (name) => {
  test('is refused to expired and deleted tokens, and changes nothing', async () => {
    const before = await readAllTables();
    for (const token of [tokens.expired, tokens.deleted]) expect((await send(name, 'open', token)).status).toBe(401);
    await send(name, 'open', tokens.stranger);
    expect(await readAllTables()).toBe(before);
  });
});

describe('the token of a recorder', () => {
  const forRecorders: readonly string[] = ['registerLive', 'createSession', 'getRecordingNames'];
  // That it was seen is stored once a minute, also of a refused request.
  beforeAll(() => send('getHealth', 'open', fixture.recorderToken));

  test.each(served.filter((name) => !forRecorders.includes(name)))(
    'may not call %s, and changes nothing',
    async (name) => {
      const before = await readAllTables();
      for (const target of ['open', 'hidden', 'absent'] as const)
        expect((await send(name, target, fixture.recorderToken)).status).toBe(403);
      expect(await readAllTables()).toBe(before);
    },
  );

  test.each(served.filter((name) => forRecorders.includes(name)))('may call %s, for its owner', async (name) => {
    const own = await createFixture(server, tokens.nameless);
    const { status, body } = await send(name, 'open', own.recorderToken, own);
    expect(status).toBe(200);
    if (name === 'createSession') expect(JSON.parse(body).userId).toBe(namelessId);
  });
});

describe('the token of a program', () => {
  const needing = (scope: TokenScope | null) => served.filter((name) => scopeOf(callOf(name)) === scope);
  // That it was seen is stored once a minute, also of a refused request.
  beforeAll(async () => {
    for (const token of [fixture.readToken, fixture.writeToken]) await send('getHealth', 'open', token);
  });

  test('may write to leagues, seasons and sessions, and to nothing else', () => {
    const places = needing('write').map((name) => calls[name].path.split('/')[2]);
    expect(new Set(places)).toEqual(new Set(['League', 'Seasons', 'Sessions']));
    expect(needing('read').filter((name) => callOf(name).method !== 'GET')).toEqual([
      'createTicket',
      'previewInvitation',
    ]);
  });

  const refused = [
    ...needing(null).map((name) => [name, 'readToken'] as const),
    ...needing('write').map((name) => [name, 'readToken'] as const),
    ...needing(null).map((name) => [name, 'writeToken'] as const),
  ];
  test.each(refused)('may not call %s with the %s, and changes nothing', async (name, kind) => {
    const before = await readAllTables();
    for (const target of ['open', 'hidden', 'absent'] as const)
      expect((await send(name, target, fixture[kind])).status).toBe(403);
    expect(await readAllTables()).toBe(before);
  });

  test.each(needing('read').filter((name) => callOf(name).method === 'GET'))(
    'reads by %s what its owner may see',
    async (name) => {
      for (const target of ['open', 'hidden'] as const)
        expect(await send(name, target, fixture.readToken)).toEqual(await send(name, target, tokens.owner));
    },
  );

  let own: Fixture | null = null;
  test.each(needing('write'))('that may write calls %s for its owner, and not for others', async (name) => {
    own ??= await createFixture(server, (await signUpNameless(server)).token);
    const used = own;
    const { method, access } = callOf(name);
    // The target of this call is created again for the next one. A session that does not score leaves no results.
    const usesUp =
      ['createRevision', 'setSessionScoring', 'claimDriver', 'confirmClaim', 'enterSeason'].includes(name) ||
      name.startsWith('addEvent');
    if (method === 'DELETE' || usesUp) own = null;
    if (access === 'owner' || typeof access === 'object')
      expect((await send(name, 'open', used.writeToken)).status).toBe(403);
    expect((await send(name, 'open', used.writeToken, used)).status).toBe(statusOf(name));
  });

  test('is refused once it was deleted', async () => {
    const { token } = await signUpNameless(server);
    const used = await createFixture(server, token);
    expect((await send('pageOwnSeasons', 'open', used.readToken, used)).status).toBe(200);
    expect((await send('deleteApiToken', 'open', token, used)).status).toBe(204);
    expect((await send('pageOwnSeasons', 'open', used.readToken, used)).status).toBe(401);
  });
});

describe.each(['owner', 'nameless'] as const)('the %s', (caller) => {
  let own: Fixture | null = null;
  test.each([...owned, ...forMembers].filter((name) => name !== 'deleteAccount'))('may call %s', async (name) => {
    const token = tokens[caller];
    own ??= await createNext(token);
    const used = own;
    // The target of this call is created again for the next one.
    if (usesUp(name)) own = null;
    const targets = hasPrivate(name) ? (['open', 'hidden'] as const) : (['open'] as const);
    for (const target of targets) {
      expect((await send(name, target, token, used)).status).toBe(statusOf(name));
    }
    if (hasTarget(name)) expect((await send(name, 'absent', token, used)).status).toBe(404);
  });
});

/** Creates the targets of a caller again, whose account has at most 50 tokens. */
async function createNext(token: string): Promise<Fixture> {
  if (token === tokens.nameless) {
    const isOld = eq(tables.apiTokens.userId, namelessId);
    await server.storage.transaction((transaction) => transaction.delete(tables.apiTokens).where(isOld));
  }
  return createFixture(server, token);
}

/** The status of the answer to a caller who may make a call. Only drivers answer to an event. */
function statusOf(name: CallName): number {
  const { method, answer } = callOf(name);
  if (name === 'answerEvent') return 403;
  return method === 'DELETE' && answer === undefined ? 204 : 200;
}

/** Whether the target of a call is created again for the next one. */
const usesUp = (name: CallName) =>
  calls[name].method === 'DELETE' ||
  ['createRevision', 'handOverLeague', 'claimDriver', 'confirmClaim', 'enterSeason'].includes(name) ||
  name.startsWith('addEvent');

const roles = ['owner', ...staffRoles, 'driver'] as const;

describe.each(roles)('of a league, the %s', (role) => {
  let own: Fixture | null = null;
  let caller = { id: '', token: '' };

  /** Gives the role to somebody in the open and the hidden league, or the seasons in them. */
  async function addCaller(
    { open: inOpen, hidden }: Fixture,
    ownerToken: string,
    userId: string,
  ): Promise<typeof caller> {
    if (role === 'owner') return { id: userId, token: ownerToken };
    const { id, token } = await signUpNameless(server);
    await sendCall(server, 'listMemberships', { token });
    await server.storage.transaction(async (transaction) => {
      for (const { league, season } of [inOpen, hidden]) {
        const now = new Date().toISOString();
        if (role === 'driver') {
          const claim = { id: randomUUID(), driverId: randomUUID(), claimedAt: now, confirmedAt: now };
          await transaction.insert(tables.rosterClaims).values({ ...claim, seasonId: season, userId: id });
        } else {
          await transaction
            .insert(tables.members)
            .values({ leagueId: league, userId: id, roles: [role], joinedAt: now });
        }
      }
    });
    return { id, token };
  }

  async function prepare(): Promise<Fixture> {
    if (own !== null) return own;
    const { id, token } = await signUpNameless(server);
    const made = await createFixture(server, token);
    caller = await addCaller(made, token, id);
    own = made;
    return made;
  }

  test('answers to an event exactly as a driver of the season', async () => {
    const used = await prepare();
    for (const target of ['open', 'hidden'] as const) {
      const { status, body } = await send('answerEvent', target, caller.token, used);
      expect([target, status, body]).toEqual([target, role === 'driver' ? 200 : 403, body]);
    }
  });

  test.each(managing)('makes the call %s exactly when the table of rights says so', async (name) => {
    const used = await prepare();
    const right = rightOf(name);
    const isAllowed = right !== null && hasRight([role], right);
    for (const target of ['open', 'hidden'] as const) {
      const before = isAllowed ? '' : await readAllTables();
      // Everybody in a league may leave it, but its owner.
      const ids =
        name === 'deleteMember' && role !== 'owner'
          ? { ...used, [target]: { ...used[target], member: caller.id } }
          : used;
      const { status, body } = await send(name, target, caller.token, ids);
      expect([status, body]).toEqual([isAllowed ? (calls[name].method === 'DELETE' ? 204 : 200) : 403, body]);
      if (!isAllowed) expect(await readAllTables()).toBe(before);
    }
    if (isAllowed && usesUp(name)) own = null;
  });

  test.each(open.filter(hasPrivate))('sees by %s what is hidden', async (name) => {
    const used = await prepare();
    expect((await send(name, 'hidden', caller.token, used)).status).toBe(200);
  });
});

/** Parameters that may name what belongs to others: a visible season in a league, a session in an event. */
const mayBeForeign = ['addLeagueSeason seasonId', 'addEventSession sessionId'];
const nested = owned.flatMap((name) =>
  paramNamesOf(calls[name])
    .slice(1)
    .map((param) => [name, param] as const),
);

/** Calls whose target is a number within its entity, not an id. */
const numbered = new Set<CallName>(['renameDriver', 'withdrawRevision']);

describe('in an own league, season or session', () => {
  let own: Fixture;
  beforeAll(async () => {
    own = await createFixture(server, tokens.stranger);
  });

  test.each(nested.filter(([name]) => !numbered.has(name)))(
    '%s with a foreign %s answers as with one that does not exist, and changes nothing',
    async (name, param) => {
      const before = await readAllTables();
      const request = async (id: string) => {
        const params = { ...paramsOf(name, idsOf('open', own)), [param]: id };
        const response = await sendCall(server, name, {
          token: tokens.stranger,
          params,
          body: bodyOf(name, idsOf('open', own)),
        });
        return [response.statusCode, response.body.replaceAll(id, 'ID')];
      };
      const missing = await request(absent);
      expect(missing[0]).toBe(404);
      const isAllowed = mayBeForeign.includes(`${name} ${param}`);
      for (const target of isAllowed ? (['hidden'] as const) : (['open', 'hidden'] as const)) {
        const id = paramsOf(name, idsOf(target, fixture))[param] ?? '';
        // Sessions are public.
        if (!(isAllowed && param === 'sessionId')) expect(await request(id)).toEqual(missing);
      }
      expect(await readAllTables()).toBe(before);
    },
  );

  test.each([...new Set(nested.map(([name]) => name))].filter((name) => !numbered.has(name)))(
    '%s with foreign ids below it is not found, and changes nothing',
    async (name) => {
      const before = await readAllTables();
      const [outer = ''] = paramNamesOf(calls[name]);
      const isAllowed = name === 'addLeagueSeason';
      for (const target of isAllowed ? (['hidden'] as const) : (['open', 'hidden'] as const)) {
        const params = {
          ...paramsOf(name, idsOf(target, fixture)),
          [outer]: paramsOf(name, idsOf('open', own))[outer],
        };
        const body = bodyOf(name, idsOf('open', own));
        const response = await sendCall(server, name, { token: tokens.stranger, params, body });
        expect([target, response.statusCode]).toEqual([target, 404]);
      }
      expect(await readAllTables()).toBe(before);
    },
  );

  test('a car that does not exist is not found', async () => {
    const params = { id: fixture.session, carIndex: '63' };
    const response = await sendCall(server, 'renameDriver', { token: tokens.owner, params, body: { name: 'X' } });
    expect(response.statusCode).toBe(404);
  });
});

/** Fields that are set by the server alone. */
const protectedFields: Record<string, unknown> = {
  id: randomUUID(),
  sessionId: randomUUID(),
  userId: randomUUID(),
  ownerId: randomUUID(),
  seasonId: randomUUID(),
  thumbnailId: randomUUID(),
  version: 99,
  ordinal: 99,
  number: 99,
  createdAt: '2000-01-01T00:00:00Z',
  updatedAt: '2000-01-01T00:00:00Z',
  publishedAt: '2000-01-01T00:00:00Z',
  madeAt: '2000-01-01T00:00:00Z',
  withdrawnAt: '2000-01-01T00:00:00Z',
  authorName: 'Somebody',
  author: 'Somebody',
  userName: 'Somebody',
  recordedName: 'Somebody',
  standings: { drivers: [], tracks: [] },
  revision: null,
  rulings: [],
  podium: [],
  role: 'admin',
  isAdmin: true,
};

/** A body with one more field; undefined where the field is there already. */
type AddField = (field: string, value: unknown) => unknown;

/** For every object in a body, a function that adds a field to it. */
function placesIn(body: unknown): AddField[] {
  if (typeof body !== 'object' || body === null) return [];
  const inside = Object.entries(body).flatMap(([key, value]) =>
    placesIn(value).map(
      (add): AddField =>
        (field, added) => {
          const changed = add(field, added);
          if (changed === undefined) return undefined;
          return Array.isArray(body)
            ? body.map((item, index) => (String(index) === key ? changed : item))
            : { ...body, [key]: changed };
        },
    ),
  );
  if (Array.isArray(body)) return inside;
  return [(field, value) => (Object.hasOwn(body, field) ? undefined : { ...body, [field]: value }), ...inside];
}

describe('mass assignment', () => {
  test.each(served.filter(hasBody))(
    '%s refuses every field that the server sets, anywhere in its body, and changes nothing',
    async (name) => {
      const before = await readAllTables();
      const body = bodyOf(name, idsOf('open', fixture));
      for (const add of placesIn(body)) {
        for (const [field, value] of Object.entries(protectedFields)) {
          const changed = add(field, value);
          // Some are fields of a body: the id of the season to rename, the session that a ruling is about.
          if (changed === undefined) continue;
          const params = paramsOf(name, idsOf('open', fixture));
          const response = await sendCall(server, name, { token: tokens.owner, params, body: changed });
          expect([field, response.statusCode]).toEqual([field, 400]);
        }
      }
      expect(await readAllTables()).toBe(before);
    },
  );
});

test('the page of what is private is that of what does not exist', async () => {
  const page = async (path: string) => {
    const response = await server.app.inject({ url: path });
    return [response.statusCode, response.body.replaceAll(path, 'PATH')];
  };
  expect(await page(`/leagues/${fixture.hidden.league}`)).toEqual(await page(`/leagues/${randomUUID()}`));
  expect(await page(`/seasons/${fixture.hidden.season}`)).toEqual(await page(`/seasons/${randomUUID()}`));
});

test('a user without a name is the author of rulings and official standings without one', async () => {
  const own = await createFixture(server, tokens.nameless);
  const params = { id: own.open.season };
  const response = await sendCall(server, 'createRevision', { token: tokens.nameless, params, body: {} });
  const { ownerId, rulings, revision } = response.json();
  expect([ownerId, rulings[0].authorName, revision.authorName]).toEqual([namelessId, null, null]);
});
