import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RulingsCreate } from '#contract/api/bodies';
import { servedCalls } from '#contract/calls/by-name';
import type { Season } from '#contract/entities/season';
import { SessionType, Track } from '#contract/enumerations';
import { toDocument } from '#contract/live/to-document';
import { standingsNow } from '#contract/race/as-it-stands';
import { hasRight, type Role, staffRoles } from '#contract/rights';
import { neededQueries, paramsOf, type TargetIds } from '../../tests/fixtures/call-inputs.ts';
import { createFixture, type Fixture, sendCall } from '../../tests/fixtures/fixture.ts';
import { session as sessionOf, uploadOf } from '../../tests/fixtures/session.ts';
import * as tables from '../storage/tables.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(
    join(dist, 'index.html'),
    '<html><head><title>x</title><!--head--><!--/head--></head><body></body></html>',
  );
  server = await openTestServer({}, dist);
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true, force: true });
});

let uid = 0;

/** A public season of a league with everything that a season can have; A, B and C finished its race in that order. */
async function open() {
  uid += 1;
  const owner = `Owner ${uid}`;
  const token = await server.tokenOf(owner);
  const fixture = await createFixture(server, token);
  const { season, event, league } = fixture.open;
  const body = uploadOf(['A', 'B', 'C'], { internalSessionId: String(700 + uid) });
  const { id: race } = await server.get('createSession', { as: owner, body });
  const params = { seasonId: season, eventId: event };
  await server.call('removeEventSession', { as: owner, params: { ...params, sessionId: fixture.session } });
  await server.get('addEventSession', { as: owner, params: { ...params, sessionId: race } });
  // A calendar has the events with a time, with the version of the season.
  await server.get('updateEvent', { as: owner, params, body: { startsAt: '2026-05-01T18:00:00.000Z' } });
  const join = async (role: Role): Promise<string> => {
    const name = `${role} ${uid}`;
    await server.get('listMemberships', { as: name });
    const [userId, now] = [userIdOf(name), new Date().toISOString()];
    await server.storage.transaction(async (transaction) => {
      if (role === 'driver') {
        const claim = { id: randomUUID(), driverId: randomUUID(), claimedAt: now, confirmedAt: now };
        await transaction.insert(tables.rosterClaims).values({ ...claim, seasonId: season, userId });
      } else if (role !== 'owner')
        await transaction.insert(tables.members).values({ leagueId: league, userId, roles: [role], joinedAt: now });
    });
    return name;
  };
  return { owner, token, fixture, season, event, league, race, join };
}

type Opened = Awaited<ReturnType<typeof open>>;

const disqualify = ({ owner, season, race }: Opened, state?: 'draft') =>
  server.get('addRuling', {
    as: owner,
    params: { id: season },
    body: { sessionId: race, kind: 'disqualify', carIndex: 0, reason: 'Cut the chicane', ...(state && { state }) },
  });
const draftsIn = ({ rulings = [] }: Season) => rulings.filter(({ state }) => state === 'draft');
const tableOf = ({ drivers }: Season['standings']) => drivers.map(({ name, points }) => [name, points]);
const read = (id: string, as?: string) => server.get('getSeason', { params: { id }, ...(as && { as }) });

function targets({ fixture, race }: Opened): TargetIds {
  const { userId, version, recorder, token } = fixture satisfies Fixture;
  return { ...fixture.open, user: userId, session: race, version, recorder, token, live: race };
}

const reads = servedCalls().flatMap(([name, call]) =>
  call.method === 'GET' && !('isSocket' in call) && name !== 'getHealth' ? [name] : [],
);

/** Every read of the contract about the season, and the HTML of its pages, for one caller: status, ETag and bytes. */
async function readAll(opened: Opened, as: string | null): Promise<Map<string, string>> {
  const ids = targets(opened);
  const { season, race, league } = opened;
  const token = as === null ? null : await server.tokenOf(as);
  const found = new Map<string, string>();
  for (const name of reads) {
    const queries: Record<string, string>[] = [neededQueries[name] ?? {}];
    if (name === 'getSeasonCsv') queries.push({ table: 'teams' }, { table: 'results' });
    if (name === 'getSeasonPicture') queries.push({ of: 'teams' }, { of: 'fight' }, { of: race });
    for (const query of queries) {
      const response = await sendCall(server, name, { token, params: paramsOf(name, ids), query });
      const { etag } = response.headers;
      // An export of an account names its time.
      const bytes =
        name === 'exportAccount'
          ? response.body.replaceAll(server.clock.now.toISOString(), '')
          : response.rawPayload.toString('base64');
      found.set(
        `${name} ${JSON.stringify(query)}`,
        `${response.statusCode} ${name === 'exportAccount' ? '' : etag} ${bytes}`,
      );
    }
  }
  for (const path of [`seasons/${season}`, `overlay/season/${season}`, `sessions/${race}`, `leagues/${league}`, '']) {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await server.app.inject({ url: `/${path}`, headers });
    found.set(`/${path}`, `${response.statusCode} ${response.headers.etag} ${response.body}`);
  }
  return found;
}

function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([name, answer]) => (after.get(name) === answer ? [] : [name]));
}

/** The rows of all tables but those of drafts and of requests. */
async function readTables(): Promise<string> {
  const skipped: readonly unknown[] = [tables.draftRulings, tables.idempotencyKeys, tables.rateLimits];
  const rows = [];
  for (const table of Object.values(tables))
    if (!skipped.includes(table))
      rows.push(await server.storage.database.select().from(table as typeof tables.leagues));
  return JSON.stringify(rows);
}

describe('a draft that disqualifies the leader', () => {
  test('changes nothing that others read by one byte, and no table, until it is in force', async () => {
    const opened = await open();
    const { owner, season, join } = opened;
    const callers = [null, 'Stranger', await join('driver'), await join('recorder')];
    for (const as of callers) if (as !== null) await server.get('listMemberships', { as });
    const before = new Map<string | null, Map<string, string>>();
    for (const as of callers) before.set(as, await readAll(opened, as));
    const changesFor = async (as: string | null) => changesOf(before.get(as) ?? new Map(), await readAll(opened, as));
    const stored = await readTables();
    server.step(1_000);
    const drafts = draftsIn(await disqualify(opened, 'draft'));
    expect(drafts).toMatchObject([{ kind: 'disqualify', state: 'draft', withdrawnAt: null }]);
    for (const as of callers) expect([as, await changesFor(as)]).toEqual([as, []]);
    const params = { id: season, rulingId: String(drafts[0]?.id) };
    await server.call('withdrawRuling', { as: owner, params });
    expect(draftsIn(await read(season, owner))).toEqual([]);
    const [again] = draftsIn(await disqualify(opened, 'draft'));
    expect(await readTables()).toBe(stored);

    const put = { as: owner, params: { ...params, rulingId: String(again?.id) }, body: { state: 'inForce' as const } };
    expect(tableOf((await server.get('updateRuling', put)).standings)[0]).toEqual(['B', 26]);
    expect(await changesFor(null)).toEqual(
      expect.arrayContaining([
        'getSeason {}',
        'getSeasonCsv {}',
        'getSeasonPicture {}',
        `getSeasonPicture {"of":"${opened.race}"}`,
        'getCalendar {}',
        'getSession {}',
        'getSessionPicture {}',
        'getLeaguePicture {}',
        'getLeagueRecords {}',
        'listLeagueSeasons {}',
        `/seasons/${season}`,
        `/sessions/${opened.race}`,
        `/leagues/${opened.league}`,
      ]),
    );
    // Those who read the log learn of the ruling, and not of the draft.
    const { entries } = await server.get('listLeagueLog', { as: owner, params: { leagueId: opened.league } });
    expect(entries[0]).toMatchObject({ action: 'updateRuling' });
    expect(entries.filter(({ action }) => action === 'withdrawRuling')).toEqual([]);
  });

  test('is in no official standings and in no message of Discord', async () => {
    const opened = await open();
    await disqualify(opened, 'draft');
    await server.get('createRevision', { as: opened.owner, params: { id: opened.season }, body: { note: null } });
    const [latest] = await server.get('listRevisions', { params: { id: opened.season } });
    expect(tableOf(latest?.standings ?? { drivers: [], tracks: [] })[0]).toEqual(['A', 26]);
    const sent = (await server.storage.database.select().from(tables.deliveries)).filter(({ path }) =>
      path?.includes(opened.season),
    );
    expect(sent.map(({ kind }) => kind).sort()).toEqual(['result', 'standings']);
    for (const { content } of sent) expect(content).toMatch(/^1\\. A /m);
  });
});

describe('drafts are put in force', () => {
  const put = ({ owner, season }: Opened, ids: string[], headers: Record<string, string> = {}) =>
    server.call('updateRulings', { as: owner, params: { id: season }, body: { state: 'inForce', ids }, headers });

  test('together or not at all, with their authors, as of now', async () => {
    const opened = await open();
    const { owner, season, race, join } = opened;
    const steward = await join('steward');
    const body: RulingsCreate = {
      sessionId: race,
      kind: 'points',
      carIndex: 1,
      otherCars: [2],
      points: -3,
      reason: 'Rammed',
      state: 'draft',
    };
    const drafts = draftsIn(await server.get('addRuling', { as: steward, params: { id: season }, body }));
    const ids = drafts.map(({ id }) => id);
    const version = (await server.call('getSeason', { as: owner, params: { id: season } })).headers.etag;
    expect((await put(opened, [...ids, randomUUID()])).statusCode).toBe(404);
    expect(draftsIn(await read(season, owner))).toEqual(drafts);
    server.step(60_000);
    const answer = await put(opened, ids, { 'if-match': String(version) });
    expect(answer.statusCode).toBe(200);
    const { rulings = [], standings } = answer.json() as Season;
    const made = rulings.filter(({ id }) => ids.includes(id));
    expect(made.map(({ state, authorName, madeAt }) => [state, authorName, madeAt])).toEqual(
      drafts.map(({ authorName }) => [undefined, authorName, server.clock.now.toISOString()]),
    );
    expect(tableOf(standings)).toEqual([
      ['A', 26],
      ['B', 15],
      ['C', 12],
    ]);
    // An answer that was lost: the second attempt finds them in force.
    expect((await put(opened, ids)).statusCode).toBe(200);
    expect(await read(season)).toMatchObject({ rulings, standings });
  });

  test('but not back, not after they were withdrawn, and not on a session that the season has lost', async () => {
    const opened = await open();
    const { owner, season, event, race } = opened;
    const [draft] = draftsIn(await disqualify(opened, 'draft'));
    const params = { id: season, rulingId: String(draft?.id) };
    const turn = (state: 'draft' | 'inForce') => server.call('updateRuling', { as: owner, params, body: { state } });
    const session = { seasonId: season, eventId: event, sessionId: race };
    expect((await turn('draft')).statusCode).toBe(200);
    await server.call('removeEventSession', { as: owner, params: session });
    expect((await turn('inForce')).statusCode).toBe(409);
    await server.get('addEventSession', { as: owner, params: session });
    expect((await turn('inForce')).statusCode).toBe(200);
    expect((await turn('draft')).statusCode).toBe(409);
    await server.call('withdrawRuling', { as: owner, params });
    expect((await turn('inForce')).statusCode).toBe(409);
  });
});

const readers = ['owner', ...staffRoles, 'driver', 'signed in', 'nobody'] as const;

describe('drafts and unpublished standings', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
    await disqualify(opened, 'draft');
    const body = { id: opened.season, provisional: 'whenPublished' } as const;
    await server.get('updateSeason', { as: opened.owner, body });
  });

  test.each(readers)('are seen by: %s, exactly as the table of rights says', async (reader) => {
    const { owner, season, join } = opened;
    const role = reader === 'signed in' || reader === 'nobody' ? null : reader;
    const as =
      role === null ? (reader === 'nobody' ? undefined : 'Stranger') : role === 'owner' ? owner : await join(role);
    const seen = await read(season, as);
    expect(draftsIn(seen)).toHaveLength(role !== null && hasRight([role], 'rule') ? 1 : 0);
    expect('unpublished' in seen).toBe(role !== null && hasRight([role], 'seeUnpublished'));
  });
});

describe('a season whose readers see results when they are published', () => {
  const wait = ({ owner, season }: Opened) =>
    server.get('updateSeason', { as: owner, body: { id: season, provisional: 'whenPublished' } });
  const publish = ({ owner, season }: Opened) =>
    server.get('createRevision', { as: owner, params: { id: season }, body: { note: null } });

  /** What shows standings to a stranger. */
  async function tablesOf(opened: Opened) {
    const all = await readAll(opened, null);
    const season = await read(opened.season);
    const { standings, revision, events } = season;
    const race = sessionOf({ id: randomUUID(), internalSessionId: '9', sessionType: SessionType.Race });
    const live = { liveId: race.id, eventId: String(events[0]?.id), document: toDocument(race) };
    const shows =
      /^(getSeasonCsv|getSeasonPicture|getLeaguePicture|getLeagueRecords|getLeagueDriver|listLeagueSeasons|listDrivenSeasons|getDriverRecord|listRevisions) /;
    const head = (path: string) => all.get(path)?.match(/<head>[\s\S]*<\/head>/)?.[0];
    return {
      files: [...all].filter(([name]) => shows.test(name)),
      heads: [head(`/seasons/${opened.season}`), head(`/leagues/${opened.league}`)],
      asItStands: standingsNow({ ...season, updatedAt: '' }, live).drivers,
      standings,
      revision,
    };
  }

  test('shows them no ruling in a table, picture, file or text before it is published', async () => {
    const opened = await open();
    const { owner, season } = opened;
    await publish(opened);
    await wait(opened);
    const before = await tablesOf(opened);
    expect(before.revision).toMatchObject({ hasChanged: false });
    await disqualify(opened);
    expect(await tablesOf(opened)).toEqual(before);
    const staff = await read(season, owner);
    expect([tableOf(staff.standings)[0], staff.unpublished && tableOf(staff.unpublished)[0]]).toEqual([
      ['A', 26],
      ['B', 26],
    ]);
    expect(staff.revision).toMatchObject({ hasChanged: true });
    // A ruling in force is public.
    expect((await read(season)).rulings?.at(-1)).toMatchObject({ kind: 'disqualify' });
    await publish(opened);
    const after = await tablesOf(opened);
    expect(tableOf(after.standings)[0]).toEqual(['B', 26]);
    expect(changesOf(new Map(before.files), new Map(after.files))).toEqual(
      expect.arrayContaining(['getSeasonCsv {}', 'getSeasonPicture {}', 'getLeaguePicture {}', 'listLeagueSeasons {}']),
    );
    expect(after.heads).not.toEqual(before.heads);
    expect(after.asItStands).not.toEqual(before.asItStands);
    expect((await read(season, owner)).revision).toMatchObject({ hasChanged: false });
  });

  test('shows an empty table before the first publication; at once shows the current one again', async () => {
    const as = 'Fresh';
    const { id } = await server.get('createSeason', { as, body: { name: 'Fresh' } });
    const { events } = await server.get('addEvent', { as, params: { seasonId: id }, body: { track: Track.Spa } });
    const body = uploadOf(['A', 'B'], { internalSessionId: '31337' });
    const { id: sessionId } = await server.get('createSession', { as, body });
    const params = { seasonId: id, eventId: String(events[0]?.id), sessionId };
    await server.get('addEventSession', { as, params });
    expect(await read(id)).not.toHaveProperty('provisional');
    const change = (provisional: 'atOnce' | 'whenPublished') =>
      server.get('updateSeason', { as, body: { id, provisional } });
    expect(tableOf((await change('whenPublished')).unpublished ?? { drivers: [], tracks: [] })).toEqual([
      ['A', 26],
      ['B', 18],
    ]);
    expect(await read(id)).toMatchObject({
      provisional: 'whenPublished',
      standings: { drivers: [], teams: [] },
      name: 'Fresh',
    });
    await change('atOnce');
    expect(tableOf((await read(id)).standings)).toEqual([
      ['A', 26],
      ['B', 18],
    ]);
  });
});
