// One piece: the visible data of an owner, the attacks that may not change it, and the cases that compare.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddressQuery, addressOf, paramNamesOf } from '#contract/api/address';
import { type CallName, calls } from '#contract/calls/by-name';
import { type PageName, pageRoute, pages } from '#contract/pages/routes';
import { bodyOf, neededQueries, paramsOf, type TargetIds } from '../../../tests/fixtures/call-inputs.ts';
import { createFixture, sendCall } from '../../../tests/fixtures/fixture.ts';
import { LiveClient } from '../support/live-client.ts';
import { openTestServer, type TestServer } from '../support/open-test-server.ts';

/**
 * Calls of other users, with the ids of an owner in every place where an id can stand, change nothing that is visible of
 * the owner. Made from the table of calls: its reads show the owner's data, its other calls attack.
 */
let server: TestServer;
let origin = '';
const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
/** Users who attack the owner's data: the admin has leagues, and Ada Okoro drove in the owner's sessions. */
const attackers = ['Stranger', 'Admin', 'Ada Okoro', null] as const;
const readers = ['Owner', ...attackers] as const;
const tokens = new Map<string | null, string | null>([[null, null]]);

interface Parts {
  readonly open: TargetIds;
  readonly hidden: TargetIds;
}
/** `free` is a season in no league. */
let victim: Parts & { readonly free: TargetIds };
let admin: Parts;
const key = 'the key of the owner';

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  const index = '<html><head><title>x</title><!--head--><!--/head--></head><body></body></html>';
  writeFileSync(join(dist, 'index.html'), index);
  server = await openTestServer({}, dist);
  origin = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
  for (const name of readers) if (name !== null) tokens.set(name, await server.tokenOf(name));
  const parts = await createParts('Owner');
  victim = { ...parts, free: await createFree(parts.open) };
  admin = await createParts('Admin');
  // The admin of other leagues, one of them private, in which the owner's season drives too.
  for (const { league } of [admin.open, admin.hidden]) {
    await accepted('addLeagueSeason', 'Admin', { ...admin.open, league, season: victim.open.season });
  }
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

async function accepted(name: CallName, as: string, ids: TargetIds): Promise<void> {
  const response = await send(name, as, { params: paramsOf(name, ids), body: bodyOf(name, ids) });
  expect([name, response.statusCode, response.body]).toEqual([name, 200, response.body]);
}

/** One of everything, in public and in private, and a live session of each; both are the races of their events. */
async function createParts(name: string): Promise<Parts> {
  const token = tokens.get(name) ?? '';
  const {
    open,
    hidden,
    userId: user,
    session,
    version,
    recorder,
    token: apiToken,
  } = await createFixture(server, token);
  const shared = { user, session, version, recorder, token: apiToken };
  const parts = {
    open: { ...open, ...shared, live: randomUUID() },
    hidden: { ...hidden, ...shared, live: randomUUID() },
  };
  for (const ids of [parts.open, parts.hidden]) {
    const query = ids === parts.hidden ? { key } : {};
    expect((await sendCall(server, 'registerLive', { token, params: { id: ids.live }, query })).statusCode).toBe(200);
    await accepted('updateEvent', name, ids);
  }
  return parts;
}

/** A season with an event, in no league. */
async function createFree(ids: TargetIds): Promise<TargetIds> {
  const body = { name: 'Free' };
  const season = (await send('createSeason', 'Owner', { body })).json().id;
  const added = await send('addEvent', 'Owner', { params: { seasonId: season }, body: { track: 11 } });
  return { ...ids, season, event: added.json().events[0].id };
}

function send(name: CallName, as: string | null, given: Omit<Parameters<typeof sendCall>[2], 'token'>) {
  return sendCall(server, name, { token: tokens.get(as) ?? null, ...given });
}

const names = Object.keys(calls) as CallName[];
const reads = names.filter((name) => calls[name].method === 'GET' && !('isSocket' in calls[name]));
const writes = names.filter((name) => calls[name].method !== 'GET');

/** The queries with which reads find the owner's data. */
const queriesOf = (name: CallName, ids: TargetIds): Record<string, string>[] => {
  if (name === 'search') return ['Open', 'Hidden', 'Free', 'Monza', 'Owner'].map((q) => ({ q }));
  if (name === 'filterSessions') return [{ filters: `season:${ids.season}` }, { filters: 'user:Owner' }];
  return name === 'checkUsername' ? [{ username: 'Owner' }] : [neededQueries[name] ?? {}];
};

/** The owner's ids in a text, by kind; data of others may change. */
function shownIn(text: string): string[] {
  const shown = text.startsWith('{') || text.startsWith('[') ? JSON.stringify(JSON.parse(text, leaveOutForeign)) : text;
  const found = Object.entries(victim).flatMap(([part, ids]) =>
    Object.entries<string>(ids).map(([kind, id]) => (shown.includes(id) ? `${part} ${kind}` : '')),
  );
  return [...new Set(found)].filter((what) => what !== '').sort();
}

function leaveOutForeign(_: string, value: unknown): unknown {
  const { claimedAt, enteredAt = claimedAt, userId, ownerId = enteredAt && userId } = Object(value);
  // Members of the owner's leagues have made the claim and the entry.
  const own = [victim.open, victim.hidden].flatMap(({ user, member, admin: of }) => [user, member, of]);
  return ownerId === undefined || own.includes(ownerId) ? value : null;
}

type Sight = Record<string, readonly unknown[]>;

/** Everything that shows a reader something of the owner: for every read its status and the ids that it has. */
async function sightOf(reader: string | null): Promise<Sight> {
  const sight: Sight = {};
  for (const name of reads) {
    for (const ids of Object.values(victim)) {
      for (const query of queriesOf(name, ids)) {
        const params = paramsOf(name, ids);
        const address = addressOf(calls[name], params, query);
        if (sight[address] !== undefined) continue;
        const { statusCode, body } = await send(name, reader, { params, query });
        expect([name, statusCode]).not.toEqual([name, 400]);
        sight[address] = [statusCode, statusCode < 300 ? shownIn(body) : []];
      }
    }
  }
  return sight;
}

/** Public data: the HTML of pages, and the answers of live sockets. */
async function openSight(): Promise<Sight> {
  const sight: Sight = {};
  const ids = new Set(Object.values(victim).flatMap((part) => Object.values<string>({ ...part })));
  for (const name of Object.keys(pages) as PageName[]) {
    if (pageRoute(name).access !== 'public') continue;
    for (const id of pageRoute(name).path.includes('{uuid}') ? ids : ['11']) {
      const url = pageRoute(name).path.replace(/\{\w+\}/, id);
      const { statusCode, body } = await server.app.inject({ url });
      sight[url] = [statusCode, shownIn(body.replaceAll(id, '')), /<title>.*<\/title>/.exec(body)?.[0]];
    }
  }
  for (const query of [{}, { key }, { key: 'another' }]) {
    const own = [victim.open, victim.hidden].map(({ live }) => addressOf(calls.watchLive, { id: live }, query));
    for (const address of [...own, addressOf(calls.watchUserLive, { id: victim.open.user }, query)])
      sight[address] = await watch(address);
  }
  return sight;
}

/** The first message of a live socket, or how it was closed. */
async function watch(path: string): Promise<unknown[]> {
  const client = new LiveClient(`${origin}${path}`);
  const ended = client.closed.then(({ code }) => ({ type: 'closed', epoch: code }));
  const { type, epoch } = await Promise.race([client.next(), ended]);
  await client.close();
  return [type, epoch];
}

type Readers = readonly (string | null)[];

async function sightsOf(some: Readers): Promise<Record<string, Sight>> {
  const sights = await Promise.all(some.map(async (reader) => [String(reader), await sightOf(reader)] as const));
  return Object.fromEntries(sights);
}

/** Every choice, for each id that a call names, of whose it is. At least one is of the owner. */
function targetsOf(name: CallName, attacker: string | null): TargetIds[] {
  const mine = attacker === 'Admin' ? admin.hidden : undefined;
  const kinds = kindsOf(name);
  const sources = [...Object.values<TargetIds>({ ...victim }), ...(mine === undefined ? [] : [mine])];
  let chosen: TargetIds[] = [victim.open];
  for (const kind of kinds) {
    const ids = [...new Set(sources.map((source) => source[kind]))];
    chosen = chosen.flatMap((one) => ids.map((id) => ({ ...one, [kind]: id })));
  }
  return chosen.filter(
    (one) => kinds.length === 0 || mine === undefined || kinds.some((kind) => one[kind] !== mine[kind]),
  );
}

/** The ids in the path and body of a call. */
function kindsOf(name: CallName): (keyof TargetIds)[] {
  const kinds = Object.keys(victim.open) as (keyof TargetIds)[];
  const marks = Object.fromEntries(kinds.map((kind) => [kind, randomUUID()])) as unknown as TargetIds;
  const sent = JSON.stringify([
    paramNamesOf(calls[name]).length === 0 ? {} : paramsOf(name, marks),
    bodyOf(name, marks),
  ]);
  return kinds.filter((kind) => sent.includes(marks[kind]));
}

/** A member's calls without an id in their path are about themselves. */
function isOwn(name: CallName): boolean {
  return calls[name].access === 'member' && paramNamesOf(calls[name]).length === 0;
}

/** Other calls that are accepted: they change only data of the attacker, or nothing. */
const mayBeAccepted: readonly CallName[] = [
  'previewInvitation',
  'addLeagueSeason',
  'removeLeagueSeason',
  'addEventSession',
  'addEventSessions',
  'updateEvent',
  'setRoster',
  'claimDriver',
  'enterSeason',
  'addRuling',
  'setSessionScoring',
  'removeEventSession',
  'previewStandings',
  'createTicket',
];

async function attack(attacker: string | null, names: readonly CallName[]): Promise<void> {
  for (const name of names) {
    for (const ids of targetsOf(name, attacker)) {
      const { statusCode } = await send(name, attacker, { params: paramsOf(name, ids), body: bodyOf(name, ids) });
      expect(statusCode, `${name} of ${attacker}: tests/fixtures/call-inputs.ts has no valid input`).not.toBe(400);
      if (isOwn(name) || mayBeAccepted.includes(name)) continue;
      expect(statusCode, `${name} of ${attacker} was accepted, with ids of the owner`).toBeGreaterThan(400);
    }
  }
  for (const { live } of [victim.open, victim.hidden]) await publish(live, tokens.get(attacker) ?? 'x');
}

/** Tries to publish as the recorder of a live session, and to end it. */
async function publish(live: string, token: string): Promise<void> {
  const client = new LiveClient(`${origin}${addressOf(calls.publishLive, { id: live })}`, {});
  await client.opened();
  for (const message of [{ type: 'auth', token }, { type: 'end' }]) client.send(message);
  expect((await client.next()).type).toBe('refused');
  await client.closed;
}

/** The visible data of the owner before any attack. */
let before: Record<string, Sight>;
let openBefore: Sight;

/** Expects the same responses for some of the readers. */
async function expectUnchanged(some: Readers): Promise<void> {
  expect(await sightsOf(some)).toEqual(Object.fromEntries(some.map((name) => [String(name), before[String(name)]])));
}

test('the owner sees everything, and nobody else sees what is private', async () => {
  [before, openBefore] = [await sightsOf(readers), await openSight()];
  const { Owner, ...others } = before;
  const shown = (sight: Sight | undefined) => new Set(Object.values(sight ?? {}).flatMap(([, ids]) => ids as string[]));
  const everything = Object.entries(victim).flatMap(([part, ids]) =>
    Object.keys(ids).flatMap((kind) => (kind.endsWith('Token') ? [] : [`${part} ${kind}`])),
  );
  expect([...shown(Owner)].sort()).toEqual(everything.sort());
  for (const [reader, sight] of Object.entries({ ...others, openBefore })) {
    const hidden = [...shown(sight)].filter((what) =>
      /^hidden (league|season|event|ruling|driver|claim|deletion)$/.test(what),
    );
    expect([reader, hidden]).toEqual([reader, []]);
  }
  const watched = (query: AddressQuery) => openBefore[addressOf(calls.watchLive, { id: victim.hidden.live }, query)];
  expect(watched({})).toEqual(['closed', 4403]);
  expect(watched({ key: 'another' })).toEqual(['closed', 4403]);
  expect(watched({ key })?.[0]).toBe('hello');
});

test.each(attackers)('no call of %s changes who sees what of the owner', async (attacker) => {
  const some = [...new Set(['Owner', attacker, null])];
  const isDeletion = (name: CallName) => calls[name].method === 'DELETE';
  await attack(
    attacker,
    writes.filter((name) => !isDeletion(name)),
  );
  await expectUnchanged(some);
  expect(await openSight()).toEqual(openBefore);
  // An account is deleted at the end: its user would see nothing afterwards.
  await attack(
    attacker,
    writes.filter((name) => isDeletion(name) && name !== 'deleteAccount'),
  );
  await expectUnchanged(some);
});

test('the account of an attacker takes nothing of it away', async () => {
  for (const name of attackers)
    expect((await send('deleteAccount', name, {})).statusCode).toBe(name === null ? 401 : 204);
  await expectUnchanged(['Owner', null]);
});
