import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionType, Track } from '#contract/enumerations';
import type { ScoredSession } from '#contract/race/results';
import { progressOf } from '#contract/race/season-progress';
import { roundsOf, wrongPublishedStandings } from '../../tests/fixtures/published-season.ts';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let uid = 0;

/** Stores a race with these positions, by car index. */
async function store(places: readonly number[], more: Parameters<typeof upload>[0] = {}): Promise<string> {
  uid += 1;
  const drivers = places.map((carIndex, index) =>
    driver({
      carIndex,
      name: `Driver ${carIndex}`,
      team: 'Lanza',
      finishingPosition: index + 1,
      bestLapTimeMs: 90_000 + carIndex,
    }),
  );
  const body = upload({ internalSessionId: String(uid), drivers, ...more });
  return (await server.get('createSession', { as: 'Recorder', body })).id;
}

describe('a season', () => {
  test('has events in order, sessions of any user, and standings', async () => {
    const { id } = await server.get('createSeason', { as: 'Ann', body: { name: 'Season 1' } });
    const params = { seasonId: id };
    const events = [{ track: Track.Spa }, { track: Track.Monza, name: 'Home', startsAt: '2026-06-01T18:00:00Z' }];
    await server.get('addEvents', { as: 'Ann', params, body: { events } });
    const planned = await server.get('addEvent', { as: 'Ann', params, body: { track: Track.Imola } });
    expect(planned.events.map(({ track, name }) => [track, name])).toEqual([
      [Track.Spa, null],
      [Track.Monza, 'Home'],
      [Track.Imola, null],
    ]);
    const [first, second] = planned.events;
    const [one, two] = [await store([0, 1]), await store([1, 0])];
    const at = { ...params, eventId: String(first?.id), sessionId: one };
    await server.get('addEventSession', { as: 'Ann', params: at });
    const body = { sessionIds: [two] };
    const season = await server.get('addEventSessions', {
      as: 'Ann',
      params: { ...params, eventId: String(second?.id) },
      body,
    });
    expect(season.standings.tracks).toEqual([Track.Spa, Track.Monza, Track.Imola]);
    expect(season.standings.drivers.map((row) => [row.name, row.points])).toEqual([
      ['Driver 0', 26 + 19],
      ['Driver 1', 18 + 25],
    ]);
    expect(season.events[0]?.sessions[0]?.driverNames).toEqual(['Driver 0', 'Driver 1']);
    const [listed] = await server.get('listUserSeasons', { params: { userId: season.ownerId } });
    expect([listed?.eventCount, listed?.eventsRun, listed?.lastRound]).toEqual([3, 2, progressOf(season.events).round]);
    const having = (as: string, SessionId: string) => server.get('pageOwnSeasons', { as, query: { SessionId } });
    expect(await having('Ann', one)).toMatchObject({ totalElements: 1, seasons: [{ id }] });
    const none = { totalElements: 0, seasons: [], next: null };
    expect([await having('Ann', await store([0])), await having('Recorder', one)]).toEqual([none, none]);

    // A session can be attached once per season.
    const twice = await server.call('addEventSession', { as: 'Ann', params: { ...at, eventId: String(second?.id) } });
    expect(twice.statusCode).toBe(409);
    // New results change the standings, not the version of the season.
    const etag = String((await server.call('getSeason', { params: { id } })).headers.etag);
    await server.call('deleteSession', { as: 'Recorder', params: { id: two } });
    const after = await server.call('getSeason', { params: { id } });
    expect(after.headers.etag).not.toBe(etag);
    expect(after.json().standings.drivers[0].points).toBe(26);
    const headers = { 'if-match': etag };
    const renamed = await server.call('updateSeason', { as: 'Ann', body: { id, name: 'Season One' }, headers });
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, 'Season One']);
  });

  test('an event of another season and a missing session are not found', async () => {
    const seasons = await Promise.all(
      ['A', 'B'].map((name) => server.get('createSeason', { as: 'Ann', body: { name } })),
    );
    const [mine, other] = seasons.map((season) => season.id);
    const { events } = await server.get('addEvent', {
      as: 'Ann',
      params: { seasonId: String(other) },
      body: { track: 1 },
    });
    const params = { seasonId: String(mine), eventId: String(events[0]?.id), sessionId: await store([0]) };
    expect((await server.call('addEventSession', { as: 'Ann', params })).statusCode).toBe(404);
    expect((await server.call('deleteEvent', { as: 'Ann', params })).statusCode).toBe(404);
    const right = { ...params, seasonId: String(other) };
    const absent = { ...right, sessionId: '01900000-0000-7000-8000-00000000dead' };
    expect((await server.call('addEventSession', { as: 'Ann', params: absent })).statusCode).toBe(404);
    expect((await server.call('removeEventSession', { as: 'Ann', params: right })).statusCode).toBe(404);
    expect((await server.call('addEventSession', { as: 'Ann', params: right })).statusCode).toBe(200);
    expect((await server.call('removeEventSession', { as: 'Ann', params: right })).statusCode).toBe(204);
    expect((await server.call('deleteEvent', { as: 'Ann', params: right })).statusCode).toBe(204);
  });
});

describe('a season of 22 rounds like that of 2021, through the calls alone', () => {
  const as = 'Director';
  const cars = { Ada: 0, Bo: 1, Cleo: 2, Dee: 3 };
  type Name = keyof typeof cars;
  const teams: Record<Name, string> = { Ada: 'Red', Bo: 'Blue', Cleo: 'Red', Dee: 'Blue' };

  /** Stores a race; the fastest lap is that of `fastest`. */
  async function storeRace(order: readonly Name[], numberOfLaps: number, fastest: Name | null): Promise<string> {
    uid += 1;
    const drivers = order.map((name, index) =>
      driver({
        carIndex: cars[name],
        name,
        team: teams[name],
        finishingPosition: index + 1,
        numberOfLaps,
        bestLapTimeMs: fastest === null ? null : name === fastest ? 80_000 : 80_500,
      }),
    );
    const body = upload({ internalSessionId: String(uid), numberOfLaps, drivers });
    return (await server.get('createSession', { as, body })).id;
  }

  /** Result and fastest lap of each round. */
  function raceOf(round: number): [order: Name[], fastest: Name | null] {
    if (round <= 10) return [['Ada', 'Bo', 'Cleo', 'Dee'], 'Ada'];
    if (round <= 20) return [['Bo', 'Ada', 'Cleo', 'Dee'], 'Bo'];
    if (round === 21) return [['Cleo', 'Ada', 'Bo', 'Dee'], 'Cleo'];
    return [['Dee', 'Bo', 'Ada', 'Cleo'], null];
  }

  test('sprints give 3-2-1, and one round gives half points', async () => {
    const { id } = await server.get('createSeason', { as, body: { name: 'Season 2021' } });
    await server.get('updateScoring', { as, params: { id }, body: { sprintPoints: [3, 2, 1] } });
    const params = { seasonId: id };
    const events = Array.from({ length: 22 }, (_, index) => ({ track: Track.Unknown, name: `Round ${index + 1}` }));
    const planned = await server.get('addEvents', { as, params, body: { events } });
    for (const [index, { id: eventId }] of planned.events.entries()) {
      const round = index + 1;
      const [order, fastest] = raceOf(round);
      const sessionIds = [await storeRace(order, 60, fastest)];
      if ([10, 14, 19].includes(round)) sessionIds.push(await storeRace(['Bo', 'Ada', 'Cleo', 'Dee'], 20, 'Dee'));
      await server.get('addEventSessions', { as, params: { ...params, eventId }, body: { sessionIds } });
      if (round === 21)
        await server.get('updateEvent', { as, params: { ...params, eventId }, body: { pointsFactor: 0.5 } });
    }
    const { standings } = await server.get('getSeason', { params: { id } });
    expect(standings.drivers.map((row) => [row.name, row.team, row.points])).toEqual([
      // 10 second places, 10 wins with the fastest lap, half of 15, a second place, 3 sprints won.
      ['Bo', 'Blue', 180 + 260 + 7.5 + 18 + 9],
      // 10 wins with the fastest lap, 10 second places, half of 18, a third place, 3 second places in sprints.
      ['Ada', 'Red', 260 + 180 + 9 + 15 + 6],
      // 20 third places, half of a win, the whole point of its fastest lap, a fourth place, 3 third places in sprints.
      ['Cleo', 'Red', 300 + 12.5 + 1 + 12 + 3],
      // 20 fourth places, half of 12, a win. The fastest lap of a sprint gives nothing.
      ['Dee', 'Blue', 240 + 6 + 25],
    ]);
    expect(standings.drivers.map((row) => row.points)).toEqual([474.5, 470, 328.5, 271]);
    expect(standings.teams?.map((row) => [row.name, row.points])).toEqual([
      ['Red', 798.5],
      ['Blue', 745.5],
    ]);
  });
});

/** Converts a published result to an upload. */
function uploadOf(session: ScoredSession, internalSessionId: string, start: string) {
  return upload({
    internalSessionId,
    sessionType: session.sessionType === SessionType.Race ? SessionType.Race : SessionType.Race2,
    numberOfLaps: session.numberOfLaps,
    sessionStartTime: start,
    drivers: session.drivers.map((result) => driver({ ...result })),
  });
}

test.each(['2022', '2023'])(
  'published season %s: the API’s standings after every round are the published ones',
  async (year) => {
    const folder = process.env.PITBOARD_DATA;
    const file = folder === undefined ? null : join(folder, 'seasons', `${year}.json`);
    if (file === null || !existsSync(file)) {
      console.log(`SKIPPED: season ${year} through the API (${file ?? 'PITBOARD_DATA is not set'})`);
      return;
    }
    const season = await server.get('createSeason', { as: year, body: { name: year } });
    const seasonId = season.id;
    let compared = 0;
    for (const { round, event, published } of roundsOf(JSON.parse(readFileSync(file, 'utf8')))) {
      const { events } = await server.get('addEvent', {
        as: year,
        params: { seasonId },
        body: { track: Track.Unknown },
      });
      const sessionIds: string[] = [];
      for (const [index, session] of event.sessions.entries()) {
        const start = `${year}-01-01T${String(round).padStart(2, '0')}:0${index}:00.000Z`;
        const body = uploadOf(session, `${year}${round}${index}`, start);
        sessionIds.push((await server.get('createSession', { as: year, body })).id);
      }
      const params = { seasonId, eventId: String(events.at(-1)?.id) };
      const { standings } = await server.get('addEventSessions', { as: year, params, body: { sessionIds } });
      if (wrongPublishedStandings.has(`${year}/${round}`)) continue;
      const rows = published.map((row) => [row.driverId, row.points]);
      expect(standings.drivers.slice(0, rows.length).map((row) => [row.name, row.points])).toEqual(rows);
      compared += rows.length;
    }
    expect(compared).toBeGreaterThan(400);
  },
);
