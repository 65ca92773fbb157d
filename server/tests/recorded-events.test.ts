import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SessionUpload } from '#contract/api/bodies';
import { SessionType, Track } from '#contract/enumerations';
import { driver, uploadOf } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const startsAt = '2026-05-01T18:00:00.000Z';
let uids = 0;

/** A season of events that take recordings; each event is a track with its start. */
async function createSeason(as: string, events: readonly (readonly [track: Track, startsAt: string | null])[]) {
  const { id } = await server.get('createSeason', { as, body: { name: 'Thursday' } });
  const body = { events: events.map(([track, start]) => ({ track, startsAt: start })) };
  const season = await server.get('addEvents', { as, params: { seasonId: id }, body });
  const ids = season.events.map((event) => event.id);
  for (const eventId of ids) {
    const params = { seasonId: id, eventId };
    await server.get('updateEvent', { as, params, body: { takesRecordings: true } });
  }
  return { id, ids };
}

/** The sessions of each event of a season. */
async function sessionsOf(id: string): Promise<string[][]> {
  const { events } = await server.get('getSeason', { params: { id } });
  return events.map(({ sessions }) => sessions.map(({ session }) => session.id));
}

async function pair(user: string): Promise<string> {
  const { code } = await server.get('createPairingCode', { as: user });
  return (await server.get('pairRecorder', { body: { code, name: 'Rig' } })).token;
}

/** A race at Monza, or another session. */
function race(given: Partial<SessionUpload> = {}): SessionUpload {
  uids += 1;
  return uploadOf(['Ada', 'Bo'], {
    internalSessionId: String(uids),
    trackId: Track.Monza,
    sessionStartTime: startsAt,
    ...given,
  });
}

async function record(token: string, body: SessionUpload): Promise<string> {
  return (await server.get('createSession', { headers: { authorization: `Bearer ${token}` }, body })).id;
}

describe('what a recorder stores', () => {
  test('goes into the event of its owner at that track, and scores, in a season that was read before', async () => {
    const token = await pair('Ann');
    const { id } = await createSeason('Ann', [
      [Track.Spa, startsAt],
      [Track.Monza, '2026-05-01T20:00:00.000Z'],
    ]);
    expect(await sessionsOf(id)).toEqual([[], []]);
    const [practice, final] = [await record(token, race({ sessionType: SessionType.P1 })), await record(token, race())];
    expect(await sessionsOf(id)).toEqual([[], [practice, final].sort()]);
    const { standings } = await server.get('getSeason', { params: { id } });
    expect(standings.drivers.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  });

  test('has the names of the season’s roster in its standings, where the race number is that of one car and one driver', async () => {
    const as = 'Amy';
    const token = await pair(as);
    const { id } = await createSeason(as, [[Track.Monza, startsAt]]);
    const roster = ['Max', 'Lia', 'Ben'].map((name, index) => ({
      id: `01900000-0000-7000-8000-0000000000a${index}`,
      name,
      number: [4, 7, 9][index] ?? null,
      team: null,
      isReserve: false,
    }));
    await server.get('setRoster', { as, params: { id }, body: { roster } });
    // The recorder gives these names to players without a public name.
    const cars = [
      ['Player #7', 7],
      ['Player #9 (McLaren, id 3)', 9],
      ['Player #9 (McLaren, id 8)', 9],
      ['Player #4 (Ferrari)', 4],
      ['Player #12', 12],
    ] as const;
    const drivers = cars.map(([name, carNumber], carIndex) =>
      driver({ carIndex, name, carNumber, finishingPosition: carIndex + 1, bestLapTimeMs: null }),
    );
    const sessionId = await record(token, race({ drivers }));
    const { standings } = await server.get('getSeason', { params: { id } });
    const [, same, other, , unknown] = cars.map(([name]) => name);
    expect(standings.drivers.map(({ name }) => name)).toEqual(['Lia', same, other, 'Max', unknown]);
    const { drivers: stored } = await server.get('getSession', { params: { id: sessionId } });
    expect(stored.map(({ name }) => name)).toEqual(cars.map(([name]) => name));
  });

  test('goes into a new event with a date, and into none without a date', async () => {
    const as = 'Ivy';
    const token = await pair(as);
    const { id } = await server.get('createSeason', { as, body: { name: 'Friday' } });
    const body = { events: [{ track: Track.Monza, startsAt }, { track: Track.Spa }] };
    await server.get('addEvents', { as, params: { seasonId: id }, body });
    const sessionId = await record(token, race());
    await record(token, race({ trackId: Track.Spa }));
    expect(await sessionsOf(id)).toEqual([[sessionId], []]);
  });

  test('goes into the nearest of several events at its track, and into each season', async () => {
    const token = await pair('Bea');
    const events = [
      [Track.Monza, null],
      [Track.Monza, '2026-05-01T17:00:00.000Z'],
      [Track.Monza, '2026-05-02T17:00:00.000Z'],
    ] as const;
    const [one, other] = [await createSeason('Bea', events), await createSeason('Bea', events.slice(0, 1))];
    const id = await record(token, race());
    expect([await sessionsOf(one.id), await sessionsOf(other.id)]).toEqual([[[], [id], []], [[id]]]);
  });

  test('stays out of the event when its owner has taken it out, and it is sent again', async () => {
    const token = await pair('Cleo');
    const { id, ids } = await createSeason('Cleo', [[Track.Monza, startsAt]]);
    const body = race();
    const sessionId = await record(token, body);
    const params = { seasonId: id, eventId: ids[0] ?? '', sessionId };
    await server.call('removeEventSession', { as: 'Cleo', params });
    expect(await record(token, body)).toBe(sessionId);
    expect(await sessionsOf(id)).toEqual([[]]);
  });

  test('stays out of that event when a more complete recording replaces it', async () => {
    const token = await pair('Clara');
    const { id, ids } = await createSeason('Clara', [[Track.Monza, startsAt]]);
    const body = race();
    const sessionId = await record(token, body);
    const params = { seasonId: id, eventId: ids[0] ?? '', sessionId };
    await server.call('removeEventSession', { as: 'Clara', params });
    const lap = { lapTime: 80_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
    const drivers = body.drivers.map((each) => ({ ...each, lapTimes: [lap] }));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await server.get('createSession', { headers, body: { ...body, drivers } });
    expect([answer.id, answer.uploadResult]).toEqual([sessionId, 'replaced']);
    expect(await sessionsOf(id)).toEqual([[]]);
  });

  test('stays in the event of the season that it is attached to', async () => {
    const token = await pair('Dee');
    const { id, ids } = await createSeason('Dee', [
      [Track.Monza, startsAt],
      [Track.Spa, startsAt],
    ]);
    const body = race({ trackId: Track.Spa });
    const sessionId = await record(token, body);
    await server.get('updateEvent', {
      as: 'Dee',
      params: { seasonId: id, eventId: ids[0] ?? '' },
      body: { track: Track.Spa },
    });
    expect(
      await record(token, {
        ...body,
        drivers: [
          ...body.drivers,
          ...race().drivers.map((driver) => ({
            ...driver,
            carIndex: driver.carIndex + 2,
            lapTimes: [{ lapTime: 80_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false }],
          })),
        ],
      }),
    ).toBe(sessionId);
    expect(await sessionsOf(id)).toEqual([[], [sessionId]]);
  });

  test.each([
    ['further than a day from the start of the event', { sessionStartTime: '2026-05-02T18:00:00.001Z' }],
    ['of another track', { trackId: Track.Spa }],
    ['of a track that is not known', { trackId: Track.Unknown }],
    ['that is a time trial', { sessionType: SessionType.TimeTrial }],
  ])('%s goes into no event', async (_, given) => {
    const token = await pair('Eli');
    const { id } = await createSeason('Eli', [
      [Track.Monza, startsAt],
      [Track.Unknown, startsAt],
    ]);
    await record(token, race(given));
    expect(await sessionsOf(id)).toEqual([[], []]);
  });

  test('goes into no event of another owner, and none that does not take recordings', async () => {
    const token = await pair('Flo');
    const foreign = await createSeason('Gus', [[Track.Monza, startsAt]]);
    const { id, ids } = await createSeason('Flo', [[Track.Monza, startsAt]]);
    const params = { seasonId: id, eventId: ids[0] ?? '' };
    const changed = await server.get('updateEvent', { as: 'Flo', params, body: { takesRecordings: false } });
    expect(changed.events[0]).not.toHaveProperty('takesRecordings');
    await record(token, race());
    expect([await sessionsOf(foreign.id), await sessionsOf(id)]).toEqual([[[]], [[]]]);
  });
});

test('what a person uploads goes into no event by itself', async () => {
  const { id } = await createSeason('Hal', [[Track.Monza, startsAt]]);
  await server.get('createSession', { as: 'Hal', body: race() });
  expect(await sessionsOf(id)).toEqual([[]]);
});
