import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ResultStatus, SessionStatus, SessionType } from '#contract/enumerations';
import { isRaced, progressOf } from '#contract/race/season-progress';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let uid = 0;

async function store(as: string, names: readonly string[], given: Parameters<typeof upload>[0] = {}) {
  uid += 1;
  const drivers = names.map((name, carIndex) => driver({ carIndex, name, finishingPosition: carIndex + 1 }));
  return (
    await server.get('createSession', { as, body: upload({ internalSessionId: String(uid), drivers, ...given }) })
  ).id;
}

async function openSeason(as: string, sessionIds: readonly string[]) {
  const { id } = await server.get('createSeason', { as, body: { name: `Season of ${as}` } });
  const { events } = await server.get('addEvent', { as, params: { seasonId: id }, body: { track: 1 } });
  const params = { seasonId: id, eventId: String(events[0]?.id) };
  if (sessionIds.length > 0)
    await server.get('addEventSessions', { as, params, body: { sessionIds: [...sessionIds] } });
  return { id, params };
}

const none = { total: 0 };

describe('tasks', () => {
  test('of a new user are empty', async () => {
    expect(await server.get('getTasks', { as: 'New' })).toEqual({
      unattached: { ...none, sessions: [] },
      unnamed: { ...none, sessions: [] },
      provisional: { ...none, seasons: [] },
      deleted: { ...none, sessions: [] },
      overdue: { ...none, rounds: [] },
      claims: { ...none, claims: [] },
      entries: { ...none, seasons: [] },
      stillPublic: { ...none, sessions: [] },
    });
  });

  test('list the rounds of own seasons whose time is over without a race, the latest first', async () => {
    const [as, past, later] = ['Olga', '2020-03-01T18:00:00.000Z', '2090-03-01T18:00:00.000Z'];
    const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'Overdue' } });
    const starts = ['2020-01-01T18:00:00.000Z', '2020-01-08T18:00:00.000Z', past, past, later, null];
    const events = starts.map((startsAt, index) => ({ track: 11 as const, name: `Event ${index + 1}`, startsAt }));
    const season = await server.get('addEvents', { as, params: { seasonId }, body: { events } });
    const hold = async (round: number, sessionId: string, scoring?: 'race' | 'none') => {
      const params = { seasonId, eventId: season.events[round - 1]?.id ?? '', sessionId };
      await server.get('addEventSession', { as, params });
      if (scoring !== undefined) await server.get('setSessionScoring', { as, params, body: { scoring } });
    };
    const tasks = async () => (await server.get('getTasks', { as })).overdue;
    expect((await tasks())?.total).toBe(4);
    const abandoned = { sessionStatus: SessionStatus.InProgress };
    await hold(1, await store(as, ['A'], abandoned));
    await hold(2, await store(as, ['A'], abandoned), 'race');
    await hold(3, await store(as, ['A']), 'none');
    await hold(4, await store(as, ['A'], { sessionType: SessionType.Q3 }));
    const found = await tasks();
    expect([found?.total, found?.rounds.map(({ round }) => round).toSorted()]).toEqual([3, [1, 3, 4]]);
    const oldest = { seasonId, seasonName: 'Overdue', eventId: season.events[0]?.id, round: 1, name: 'Event 1' };
    expect(found?.rounds.at(-1)).toEqual({ ...oldest, track: 11, startsAt: starts[0] });
    const [listed] = await server.get('listUserSeasons', { params: { userId: season.ownerId } });
    const { events: stored } = await server.get('getSeason', { params: { id: seasonId } });
    expect([listed?.lastRound, progressOf(stored).round, stored.filter(isRaced).length]).toEqual([2, 2, 1]);
    expect((await server.get('getTasks', { as: 'Stranger' })).overdue).toEqual({ total: 0, rounds: [] });
  });

  test('list own sessions that no season uses', async () => {
    const [first, second] = [await store('Ann', ['A']), await store('Ann', ['A'])];
    await store('Stranger', ['A']);
    await openSeason('Felix', [first]);
    const { unattached } = await server.get('getTasks', { as: 'Ann' });
    expect([unattached.total, unattached.sessions.map(({ id }) => id)]).toEqual([1, [second]]);
    const listed = await server.get('listOwnSessions', { as: 'Ann', query: { Without: 'event' } });
    expect([listed.totalElements, listed.sessions.map(({ id }) => id)]).toEqual([1, [second]]);
  });

  test('list own sessions with drivers without a name until they are renamed', async () => {
    const names = ['Player', 'Ada', 'car 12', 'Player #7', 'Player (car 3)', 'Player One', 'Carl', 'Car'];
    const id = await store('Bea', names);
    await store('Bea', ['Ada']);
    const unnamed = async () => {
      const { totalElements, sessions } = await server.get('listOwnSessions', {
        as: 'Bea',
        query: { Without: 'names' },
      });
      return [totalElements, ...sessions.map((session) => session.id)];
    };
    expect(await unnamed()).toEqual([1, id]);
    const tasks = await server.get('getTasks', { as: 'Bea' });
    expect(tasks.unnamed.total).toBe(1);
    expect(tasks.unnamed.sessions[0]?.drivers.map(({ name }) => name)).toEqual([
      'Player',
      'car 12',
      'Player #7',
      'Player (car 3)',
      'Car',
    ]);
    for (const carIndex of ['0', '2', '3', '4', '7'])
      await server.get('renameDriver', { as: 'Bea', params: { id, carIndex }, body: { name: `Driver ${carIndex}` } });
    expect((await server.get('getTasks', { as: 'Bea' })).unnamed).toEqual({ total: 0, sessions: [] });
    expect(await unnamed()).toEqual([0]);
  });

  test('leave out drivers whom the roster of an own season names by their race number', async () => {
    const drivers = [4, 7].map((carNumber, carIndex) => driver({ carIndex, carNumber, name: `Player #${carNumber}` }));
    const id = await store('Ned', [], { drivers });
    const unnamed = async () => (await server.get('getTasks', { as: 'Ned' })).unnamed.sessions[0]?.drivers ?? [];
    const name = async (as: string, ...numbers: number[]) => {
      const { id: seasonId } = await openSeason(as, [id]);
      const roster = numbers.map((number) => ({
        id: `01900000-0000-7000-8000-00000000000${number}`,
        name: `Driver ${number}`,
        number,
        team: null,
        isReserve: false,
        changes: [],
      }));
      await server.get('setRoster', { as, params: { id: seasonId }, body: { roster } });
    };
    // Another user’s season is no name for the owner of the session.
    await name('Stranger', 4, 7);
    expect((await unnamed()).map((each) => each.name)).toEqual(['Player #4', 'Player #7']);
    await name('Ned', 4);
    expect((await unnamed()).map((each) => each.name)).toEqual(['Player #7']);
    await name('Ned', 7);
    expect(await unnamed()).toEqual([]);
  });

  test('list own seasons with results until their standings are official, and again when they change', async () => {
    const as = 'Cem';
    const { id, params } = await openSeason(as, [await store(as, ['A', 'B'])]);
    await openSeason(as, []);
    const provisional = async () => {
      const { seasons } = (await server.get('getTasks', { as })).provisional;
      return seasons.map(({ season, revision }) => [season.id, revision]);
    };
    expect(await provisional()).toEqual([[id, null]]);
    await server.get('createRevision', { as, params: { id }, body: {} });
    expect(await provisional()).toEqual([]);
    await server.get('updateEvent', { as, params, body: { pointsFactor: 2 } });
    expect(await provisional()).toEqual([[id, 1]]);
  });

  test('list deleted sessions of own seasons until another one is attached or the standings are official', async () => {
    const as = 'Dee';
    const deleted = async () => (await server.get('getTasks', { as })).deleted.sessions;
    const [one, two, own] = [await store('Stranger', ['A']), await store('Gone', ['A']), await store(as, ['A'])];
    const { id, params } = await openSeason(as, [one, two, own]);
    await server.call('deleteSession', { as: 'Stranger', params: { id: one } });
    await server.call('deleteAccount', { as: 'Gone' });
    const [found] = await deleted();
    expect((await deleted()).map((row) => row.sessionId).sort()).toEqual([one, two].sort());
    expect(found).toMatchObject({ seasonId: id, seasonName: 'Season of Dee', eventId: params.eventId, trackId: 11 });
    expect((await server.get('getTasks', { as: 'Stranger' })).deleted.total).toBe(0);
    const sessionIds = [await store(as, ['A'])];
    await server.get('addEventSessions', { as, params, body: { sessionIds } });
    expect(await deleted()).toEqual([]);
    await server.call('deleteSession', { as, params: { id: String(sessionIds[0]) } });
    expect(await deleted()).toHaveLength(1);
    await server.get('createRevision', { as, params: { id }, body: {} });
    expect(await deleted()).toEqual([]);
  });
});

describe('renaming a driver', () => {
  test('changes the session, its podium, the standings and the search, and nothing else', async () => {
    const as = 'Eva';
    const id = await store(as, ['Player', 'Bo']);
    const { id: seasonId } = await openSeason(as, [id]);
    const before = await server.get('getSession', { params: { id } });
    const params = { id, carIndex: '0' };
    const answer = await server.call('renameDriver', { as, params, body: { name: 'Eva Lang' } });
    const renamed = answer.json();
    expect(renamed).toEqual(JSON.parse(JSON.stringify(before).replaceAll('"Player"', '"Eva Lang"')));
    expect(await server.get('getSession', { params: { id } })).toEqual(renamed);
    const season = await server.get('getSeason', { params: { id: seasonId } });
    expect(season.standings.drivers.map(({ name }) => name)).toEqual(['Eva Lang', 'Bo']);
    const found = await server.get('search', { query: { q: 'Eva Lang' } });
    expect(found.sessions.map((session) => session.id)).toEqual([id]);
    const headers = { 'if-match': '"1-old"' };
    const stale = await server.call('renameDriver', { as, params, body: { name: 'Older' }, headers });
    expect([stale.statusCode, stale.json().current.drivers[0].name]).toEqual([412, 'Eva Lang']);
    const fresh = { 'if-match': String(answer.headers.etag) };
    const next = await server.call('renameDriver', { as, params, body: { name: 'Eva L.' }, headers: fresh });
    expect(next.statusCode).toBe(200);
  });

  test('is refused for a car that is not in the session, to others, and without a name', async () => {
    const id = await store('Eva', ['Player']);
    const rename = async (as: string | undefined, carIndex: string, name: string) => {
      const caller = as === undefined ? {} : { as };
      return (await server.call('renameDriver', { ...caller, params: { id, carIndex }, body: { name } })).statusCode;
    };
    expect(await rename('Eva', '1', 'X')).toBe(404);
    expect(await rename('Eva', '-1', 'X')).toBe(400);
    expect(await rename('Eva', '0', ' ')).toBe(400);
    expect(await rename('Stranger', '0', 'X')).toBe(403);
    expect(await rename(undefined, '0', 'X')).toBe(401);
    expect((await server.get('getSession', { params: { id } })).drivers[0]?.name).toBe('Player');
  });

  test('outlasts another version that replaces the session', async () => {
    const body = upload({
      internalSessionId: '987654',
      sessionStatus: SessionStatus.InProgress,
      drivers: [driver({ carIndex: 0, name: 'Player', resultStatus: ResultStatus.Active })],
    });
    const { id } = await server.get('createSession', { as: 'Eva', body });
    await server.get('renameDriver', { as: 'Eva', params: { id, carIndex: '0' }, body: { name: 'Eva' } });
    const complete = upload({
      internalSessionId: '987654',
      drivers: [driver({ carIndex: 0, name: 'Player', finishingPosition: 1 }), driver({ carIndex: 1, name: 'Bo' })],
    });
    for (let count = 0; count < 2; count += 1) {
      const stored = await server.get('createSession', { as: 'Eva', body: complete, query: { replace: 'true' } });
      expect([stored.id, stored.drivers.map(({ name }) => name), stored.podium[0]?.name]).toEqual([
        id,
        ['Eva', 'Bo'],
        'Eva',
      ]);
    }
  });
});
