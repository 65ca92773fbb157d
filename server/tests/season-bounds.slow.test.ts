import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let seasonId: string;
beforeAll(async () => {
  server = await openTestServer();
  seasonId = (await server.get('createSeason', { as: 'Ann', body: { name: 'Season' } })).id;
});
afterAll(() => server.close());

const event = { track: Track.Monza };

test('a season has at most 100 events', async () => {
  const params = { seasonId };
  const events = Array.from({ length: 99 }, () => event);
  await server.get('addEvents', { as: 'Ann', params, body: { events } });
  const tooMany = await server.call('addEvents', { as: 'Ann', params, body: { events: [event, event] } });
  expect([tooMany.statusCode, tooMany.json().detail]).toEqual([409, 'A season has at most 100 events.']);
  expect((await server.get('addEvent', { as: 'Ann', params, body: event })).events).toHaveLength(100);
});

test('a season has at most 200 sessions, a preview of it too, and one that is there counts once', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 201; index += 1) {
    const body = upload({ internalSessionId: String(index + 1), drivers: [driver({})] });
    ids.push((await server.get('createSession', { as: 'Ann', body })).id);
  }
  const season = await server.get('getSeason', { as: 'Ann', params: { id: seasonId } });
  const [first = '', second = '', third = ''] = season.events.map(({ id }) => id);
  const add = (eventId: string, sessionIds: string[]) =>
    server.call('addEventSessions', { as: 'Ann', params: { seasonId, eventId }, body: { sessionIds } });
  expect((await add(first, ids.slice(0, 100))).statusCode).toBe(200);
  expect((await add(second, ids.slice(100, 199))).statusCode).toBe(200);
  const tooMany = await add(second, ids.slice(198, 201));
  expect([tooMany.statusCode, tooMany.json().detail]).toEqual([409, 'A season has at most 200 sessions.']);
  expect((await add(second, ids.slice(198, 200))).statusCode).toBe(200);

  const sessionsOf = (from: number, to: number) => ids.slice(from, to).map((sessionId) => ({ sessionId }));
  const events = [
    { id: first, sessions: sessionsOf(0, 100) },
    { id: second, sessions: sessionsOf(100, 200) },
    { id: third, sessions: sessionsOf(200, 201) },
  ];
  const preview = (previewed: typeof events) =>
    server.call('previewStandings', { as: 'Ann', params: { id: seasonId }, body: { events: previewed } });
  const refused = await preview(events);
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    [{ path: 'events', message: 'must have at most 200 sessions' }],
  ]);
  expect((await preview(events.slice(0, 2))).json().drivers[0].results).toHaveLength(200);
});
