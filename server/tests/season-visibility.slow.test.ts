import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
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

const owner = 'Olga';
const others = ['Felix', 'Stranger', null];

let count = 0;

async function addLeague(as: string, isPublic: boolean, seasonId: string): Promise<string> {
  const body = { name: `League of ${as}`, isPublic };
  const { id } = await server.get('createLeague', { as, body });
  await server.get('addLeagueSeason', { as, params: { leagueId: id, seasonId } });
  return id;
}

/** A season with one session. `leagues` are those that contain it, foreign ones added first. */
async function addSeason(leagues: readonly string[]) {
  count += 1;
  const name = `Season${count}x`;
  const { id } = await server.get('createSeason', { as: owner, body: { name } });
  const { events } = await server.get('addEvent', { as: owner, params: { seasonId: id }, body: { track: 1 } });
  const recorded = upload({ internalSessionId: String(count), drivers: [driver({ finishingPosition: 1 })] });
  const { id: sessionId } = await server.get('createSession', { as: owner, body: recorded });
  const params = { seasonId: id, eventId: String(events[0]?.id), sessionId };
  await server.get('addEventSession', { as: owner, params });
  // Only visible seasons can be added, so foreign leagues come before private ones of the owner.
  const ids: Record<string, string> = {};
  for (const league of [...leagues].sort()) {
    const [whose, kind] = league.split(' ');
    ids[league] = await addLeague(whose === 'own' ? owner : 'Felix', kind === 'public', id);
  }
  return { id, name, sessionId, leagueIds: ids };
}

/** Everything that shows a season to a reader, as true or false. */
async function sightOf(season: Awaited<ReturnType<typeof addSeason>>, reader: string | null) {
  const { id, name, sessionId, leagueIds } = season;
  const as = reader === null ? {} : { as: reader };
  const has = (rows: readonly { readonly id: string }[]) => rows.some((row) => row.id === id);
  const filters = `season:${id}`;
  const leagues = await Promise.all(
    Object.entries(leagueIds).map(async ([league, leagueId]) => {
      const response = await server.call('getLeague', { ...as, params: { leagueId } });
      return response.statusCode === 200 ? [[league, response.json().seasonIds.includes(id)]] : [];
    }),
  );
  return {
    read: (await server.call('getSeason', { ...as, params: { id } })).statusCode === 200,
    list: has(await server.get('listSeasons', as)),
    listOfUser: has(await server.get('listUserSeasons', { ...as, params: { userId: userIdOf(owner) } })),
    search: has((await server.get('search', { ...as, query: { q: name } })).seasons),
    filter: (await server.get('filterSessions', { ...as, query: { filters } })).some((row) => row.id === sessionId),
    leagues: Object.fromEntries(leagues.flat()),
  };
}

const seen = { read: true, list: true, listOfUser: true, search: true, filter: true };
const hidden = { read: false, list: false, listOfUser: false, search: false, filter: false };

const table: readonly (readonly [leagues: string[], isHidden: boolean])[] = [
  [[], false],
  [['own public'], false],
  [['own private'], true],
  [['own public', 'own private'], false],
  [['foreign public'], false],
  [['foreign private'], false],
  [['foreign public', 'foreign private'], false],
  [['own public', 'foreign private'], false],
  [['own private', 'foreign public'], true],
  [['own private', 'foreign private'], true],
  [['own private', 'own public', 'foreign private'], false],
];

describe.each(table)('a season in the leagues %j', (leagues, isHidden) => {
  test(`is seen by its owner everywhere and ${isHidden ? 'by nobody else' : 'by everybody else'}`, async () => {
    const season = await addSeason(leagues);
    const shownIn = (reader: string | null, isSeen: boolean) =>
      Object.fromEntries(
        leagues
          .filter((league) => {
            const isOwn = reader === (league.startsWith('own') ? owner : 'Felix');
            return isOwn || league.endsWith('public');
          })
          .map((league) => [league, isSeen]),
      );
    expect(await sightOf(season, owner)).toEqual({ ...seen, leagues: shownIn(owner, true) });
    expect((await server.get('getSeason', { as: owner, params: { id: season.id } })).isHidden).toBe(isHidden);
    for (const reader of others) {
      const sight = await sightOf(season, reader);
      expect([reader, sight]).toEqual([reader, { ...(isHidden ? hidden : seen), leagues: shownIn(reader, !isHidden) }]);
    }
    const page = await server.app.inject({ url: `/seasons/${season.id}` });
    expect([page.statusCode, page.body.includes(season.name)]).toEqual(isHidden ? [404, false] : [200, true]);
  });
});

test('a hidden season of another user cannot be added to a league', async () => {
  const { id } = await addSeason(['own private']);
  const { id: leagueId } = await server.get('createLeague', { as: 'Felix', body: { name: 'Mine' } });
  const add = await server.call('addLeagueSeason', { as: 'Felix', params: { leagueId, seasonId: id } });
  expect(add.statusCode).toBe(404);
});

describe('the owner of a season', () => {
  test.each(['foreign public', 'foreign private'])('can remove it from a %s league', async (league) => {
    const { id: seasonId, leagueIds } = await addSeason([league]);
    const params = { leagueId: String(leagueIds[league]), seasonId };
    expect((await server.call('removeLeagueSeason', { as: 'Stranger', params })).statusCode).toBe(
      league === 'foreign public' ? 403 : 404,
    );
    expect((await server.call('removeLeagueSeason', { as: owner, params })).statusCode).toBe(204);
    expect((await server.get('getLeague', { as: 'Felix', params })).seasonIds).toEqual([]);
    expect((await server.call('removeLeagueSeason', { as: owner, params })).statusCode).toBe(404);
  });

  test('is told of a changed league only where they may see it', async () => {
    const headers = { 'if-match': '"1-old"' };
    const open = await addSeason(['foreign public']);
    const params = { leagueId: String(open.leagueIds['foreign public']), seasonId: open.id };
    const refused = await server.call('removeLeagueSeason', { as: owner, params, headers });
    expect([refused.statusCode, refused.json().current.id]).toEqual([412, params.leagueId]);
    const closed = await addSeason(['foreign private']);
    const target = { leagueId: String(closed.leagueIds['foreign private']), seasonId: closed.id };
    expect((await server.call('removeLeagueSeason', { as: owner, params: target, headers })).statusCode).toBe(204);
  });

  test('cannot remove the season of another user from a league of another user', async () => {
    const theirs = await server.get('createSeason', { as: 'Felix', body: { name: 'Theirs' } });
    const leagueId = await addLeague('Felix', true, theirs.id);
    const params = { leagueId, seasonId: theirs.id };
    expect((await server.call('removeLeagueSeason', { as: owner, params })).statusCode).toBe(403);
  });
});
