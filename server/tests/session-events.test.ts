import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeSession } from '#contract/race/describe-session';
import { shownEventOf } from '#contract/race/ruled-event';
import { teamsOfSeason } from '#contract/race/teams-of-season';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { sessionPicture } from '../domain/drawing/session-picture.ts';
import { openTestServer, type TestServer, userIdOf } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let uid = 4_000_000;

async function store(as: string, laps = 20) {
  uid += 1;
  const drivers = [driver({ carIndex: 0, name: `${as} ${uid}`, finishingPosition: 1 })];
  const body = upload({ internalSessionId: String(uid), sessionType: 10, numberOfLaps: laps, drivers });
  return (await server.get('createSession', { as, body })).id;
}

/** A season of three rounds, the second with a race and a sprint, the third with a race. */
async function open(as: string, isPublic = true) {
  const league = await server.get('createLeague', { as, body: { name: `League of ${as}`, isPublic } });
  const { id } = await server.get('createSeason', { as, body: { name: 'Spring Cup' } });
  await server.get('addLeagueSeason', { as, params: { leagueId: league.id, seasonId: id } });
  const body = { events: [{ track: 11 as const }, { track: 10 as const, name: 'Home' }, { track: 11 as const }] };
  const { events } = await server.get('addEvents', { as, params: { seasonId: id }, body });
  const eventIds = events.map((event) => event.id);
  const sessionIds = [await store(as, 8), await store(as), await store(as)];
  for (const [index, sessionId] of sessionIds.entries()) {
    const eventId = eventIds[index === 2 ? 2 : 1] ?? '';
    await server.get('addEventSession', { as, params: { seasonId: id, eventId, sessionId } });
  }
  const [sprint = '', race = '', last = ''] = sessionIds;
  return { as, id, leagueId: league.id, eventIds, sprint, race, last };
}

const eventsOf = async (id: string, as?: string) =>
  (await server.get('getSession', { params: { id }, ...(as === undefined ? {} : { as }) })).events;

test('a session says whether its result is official, in lists, on its page, in its picture and preview', async () => {
  const { as, id, race, last } = await open('Oda');
  const texts = async () => {
    const listed = await server.get('listSessions');
    return Promise.all(
      [race, last].map(async (sessionId) => {
        const session = await server.get('getSession', { params: { id: sessionId } });
        const inList = listed.find((each) => each.id === sessionId);
        const { subtitle } = sessionPicture(session, [], shownEventOf(session, null));
        return [
          describeSession(session).official,
          inList && describeSession(inList).official,
          /Official|Provisional/.exec(subtitle)?.[0] ?? '',
        ];
      }),
    );
  };
  const all = (text: string) => [text, text, text];
  expect(await texts()).toEqual([all(''), all('')]);

  const publish = () => server.get('createRevision', { as, params: { id }, body: { note: null } });
  await publish();
  expect(await texts()).toEqual([all('Official'), all('Official')]);

  const params = { id };
  const body = { kind: 'points', sessionId: last, carIndex: 0, points: -3, reason: 'Late' } as const;
  const { rulings = [] } = await server.get('addRuling', { as, params, body });
  expect(await texts()).toEqual([all('Official'), all('Provisional')]);
  await server.call('withdrawRuling', { as, params: { id, rulingId: rulings[0]?.id ?? '' } });
  expect(await texts()).toEqual([all('Official'), all('Official')]);

  await server.get('updateScoring', { as, params, body: { racePoints: [10, 5] } });
  expect(await texts()).toEqual([all('Provisional'), all('Provisional')]);
  await publish();
  expect(await texts()).toEqual([all('Official'), all('Official')]);
});

test('a session knows its season, league, round and scoring, and the rounds before and after', async () => {
  const { id, leagueId, eventIds, sprint, last } = await open('Ann');
  const place = {
    seasonId: id,
    seasonName: 'Spring Cup',
    league: { id: leagueId, name: 'League of Ann' },
    eventId: eventIds[1],
    name: 'Home',
    round: 2,
    scoring: 'sprint',
  };
  const previous = { eventId: eventIds[0], round: 1, name: null, track: 11, sessionId: null };
  const next = { eventId: eventIds[2], round: 3, name: null, track: 11, sessionId: last };
  expect(await eventsOf(sprint)).toEqual([{ ...place, previous, next }]);
  expect((await eventsOf(last))?.[0]).toMatchObject({ round: 3, scoring: 'race', next: null });

  const inLists = await Promise.all([
    server.get('listSessions'),
    server.get('filterSessions', { query: { filters: `season:${id}` } }),
    server
      .get('pageUserSessions', { params: { id: userIdOf('Ann') }, query: { page: 0 } })
      .then((page) => page.sessions),
    server.get('pageSessions', { as: 'Ann', query: { page: 0 } }).then((page) => page.sessions),
    server.get('listOwnSessions', { as: 'Ann', query: { page: 0, pageSize: 10 } }).then((page) => page.sessions),
    server.get('listSessionWeekend', { params: { sessionId: sprint } }),
    server.get('search', { query: { q: 'Ann' } }).then((found) => found.sessions),
  ]);
  for (const list of inLists) expect(list.find((session) => session.id === sprint)?.events).toEqual([place]);
});

test('a change of the season shows in the sessions at once', async () => {
  const { as, id, leagueId, eventIds, sprint, race, last } = await open('Bea');
  await Promise.all([eventsOf(sprint), server.get('listSessions')]);
  const [first = '', home = '', third = ''] = eventIds;
  await server.get('updateSeason', { as, body: { id, name: 'Autumn Cup' } });
  await server.get('updateLeague', { as, params: { leagueId }, body: { name: 'Night League' } });
  await server.get('orderEvents', { as, params: { seasonId: id }, body: { eventIds: [home, third, first] } });
  expect((await eventsOf(sprint))?.[0]).toMatchObject({
    seasonName: 'Autumn Cup',
    league: { name: 'Night League' },
    round: 1,
    previous: null,
    next: { round: 2, sessionId: last },
  });
  expect((await server.get('listSessions')).find(({ id: each }) => each === sprint)?.events?.[0]?.round).toBe(1);
  await server.call('deleteSession', { as, params: { id: race } });
  expect((await eventsOf(sprint))?.[0]?.scoring).toBe('race');
  await server.call('removeEventSession', { as, params: { seasonId: id, eventId: home, sessionId: sprint } });
  expect(await eventsOf(sprint)).toEqual([]);
});

test('a session knows how many places have points, where the season has rules of its own', async () => {
  const { as, id, sprint, race } = await open('Edi');
  const places = async (sessionId: string) => (await eventsOf(sessionId))?.map((event) => event.pointsPlaces);
  expect(await places(race)).toEqual([undefined]);
  const body = { racePoints: [25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 0], sprintPoints: [8, 7, 6, 5, 4, 3, 2, 1] };
  await server.get('updateScoring', { as, params: { id }, body });
  expect(await places(race)).toEqual([12]);
  expect(await places(sprint)).toEqual([undefined]);
  await server.get('updateScoring', { as, params: { id }, body: { sprintPoints: [] } });
  expect(await places(sprint)).toEqual([0]);
  const listed = (await server.get('listSessions')).find((session) => session.id === race);
  expect(listed?.events?.[0]).not.toHaveProperty('pointsPlaces');
});

test('a private season is named to its owner alone, before and after others have read a session that is public', async () => {
  const { as, leagueId, sprint } = await open('Cem', false);
  expect((await server.call('getSession', { params: { id: sprint } })).statusCode).toBe(404);
  await server.get('updateSession', { as, params: { id: sprint }, body: { isPublic: true } });
  expect(await eventsOf(sprint)).toEqual([]);
  expect(await eventsOf(sprint, 'Dan')).toEqual([]);
  expect(await eventsOf(sprint, as)).toMatchObject([{ seasonName: 'Spring Cup', league: { id: leagueId } }]);
  expect(await eventsOf(sprint)).toEqual([]);
  await server.get('updateLeague', { as, params: { leagueId }, body: { isPublic: true } });
  expect(await eventsOf(sprint, 'Dan')).toMatchObject([{ seasonName: 'Spring Cup' }]);
});

test('a season of somebody else is named only where the owner of the session is a confirmed driver of it', async () => {
  const { id, eventIds } = await open('Eva');
  const sessionId = await store('Fred');
  await server.get('addEventSession', { as: 'Eva', params: { seasonId: id, eventId: eventIds[0] ?? '', sessionId } });
  expect(await eventsOf(sessionId)).toEqual([]);
  const driverId = '01900000-0000-7000-8000-0000000000e1';
  const roster = [{ id: driverId, name: 'Fred', number: 4, team: null, isReserve: false }];
  await server.get('setRoster', { as: 'Eva', params: { id }, body: { roster } });
  await server.get('claimDriver', { as: 'Fred', params: { id }, body: { driverId } });
  expect(await eventsOf(sessionId)).toEqual([]);
  const [claim] = await server.get('listClaims', { as: 'Eva', params: { id } });
  await server.get('confirmClaim', { as: 'Eva', params: { id, claimId: claim?.id ?? '' } });
  expect(await eventsOf(sessionId)).toMatchObject([{ seasonId: id, round: 1, next: { round: 2 } }]);
  await server.call('deleteClaim', { as: 'Fred', params: { id, claimId: claim?.id ?? '' } });
  expect(await eventsOf(sessionId)).toEqual([]);
});

test('a session knows the teams among which its season shares out colours, unless their names say them', async () => {
  const as = 'Gus';
  const { id } = await server.get('createSeason', { as, body: { name: 'Colours' } });
  const { events } = await server.get('addEvents', { as, params: { seasonId: id }, body: { events: [{ track: 11 }] } });
  const sessionOf = (name: string, sessionType: 1 | 5 | 10, teams: readonly string[]) => {
    const drivers = teams.map((team, carIndex) =>
      driver({ carIndex, name: `${as} ${carIndex}`, team, finishingPosition: carIndex + 1 }),
    );
    return upload({ internalSessionId: `81${sessionType}${name}`, sessionType, numberOfLaps: 20, drivers });
  };
  const attach = async (body: ReturnType<typeof sessionOf>) => {
    const sessionId = (await server.get('createSession', { as, body })).id;
    await server.get('addEventSession', { as, params: { seasonId: id, eventId: events[0]?.id ?? '', sessionId } });
    return sessionId;
  };
  const teamsOf = async (sessionId: string) => (await eventsOf(sessionId))?.[0]?.teams?.toSorted();
  const ofSeason = async () => [...new Set(teamsOfSeason(await server.get('getSeason', { params: { id } })))].sort();

  const practice = await attach(sessionOf('1', 1, ['Zenith', 'A guest']));
  expect(await teamsOf(practice)).toBeUndefined();
  const race = await attach(sessionOf('2', 10, ['Ferrari', 'McLaren']));
  expect([await teamsOf(race), await teamsOf(practice)]).toEqual([undefined, undefined]);

  const raced = ['Aurora', 'Boreal', 'Comet', 'Zenith'];
  const { headers } = await server.call('getSession', { params: { id: race } });
  const options = { as, query: { replace: 'true' as const }, headers: { 'if-match': String(headers.etag) } };
  await server.get('createSession', { ...options, body: sessionOf('2', 10, raced) });
  expect([await teamsOf(race), await teamsOf(practice)]).toEqual([raced, raced]);
  expect(await ofSeason()).toEqual(raced);

  const seat = { id: '01900000-0000-7000-8000-0000000000f1', name: 'Hal', number: 4, isReserve: false };
  const change = { eventId: events[0]?.id ?? '', team: 'Eclipse', isReserve: false };
  const roster = [{ ...seat, team: 'Dune', changes: [change] }];
  await server.get('setRoster', { as, params: { id }, body: { roster } });
  const all = [...raced, 'Dune', 'Eclipse'].sort();
  expect([await teamsOf(practice), await ofSeason()]).toEqual([all, all]);
  const listed = (await server.get('listSessions')).find((session) => session.id === practice);
  expect(listed?.events?.[0]?.teams?.toSorted()).toEqual(all);
});
