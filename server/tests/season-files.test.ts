import { afterAll, beforeAll, expect, test } from 'vitest';
import { ResultStatus, Track } from '#contract/enumerations';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let season: string;
let session: string;
let event: string;
beforeAll(async () => {
  server = await openTestServer();
  const drivers = [
    driver({ carIndex: 3, name: '=HYPERLINK("http://x.test","win")', team: '@Red, "White"', totalRaceTime: 5_504_742 }),
    driver({ carIndex: 7, name: 'Zoë', team: '+44', totalRaceTime: 5_506_000, resultStatus: ResultStatus.Finished }),
  ].map((one, index) => ({ ...one, finishingPosition: index + 1, numberOfLaps: 10, bestLapTimeMs: 83_456 + index }));
  session = (await server.get('createSession', { as, body: upload({ drivers }) })).id;
  season = (await server.get('createSeason', { as, body: { name: '-Season; one' } })).id;
  const events = [
    { track: Track.Spa, name: 'Opener', startsAt: '2026-06-01T18:00:00Z', pointsFactor: 0.5 },
    { track: Track.Austria, startsAt: '2026-07-01T18:00:00Z' },
    { track: Track.Monza },
  ];
  const planned = await server.get('addEvents', { as, params: { seasonId: season }, body: { events } });
  event = String(planned.events[0]?.id);
  const params = { seasonId: season, eventId: event, sessionId: session };
  await server.get('addEventSession', { as, params });
});
afterAll(() => server.close());

const as = 'Ann';
const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1);

test('a season is exported as tables of drivers, teams and results, and no cell is a formula', async () => {
  const read = async (table?: string) => {
    const response = await server.call('getSeasonCsv', { params: { id: season }, query: { table } });
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    return linesOf(response.body);
  };
  const formula = `"'=HYPERLINK(""http://x.test"",""win"")"`;
  expect(await read()).toEqual([
    'Position,Driver,Team,Points,Behind,Wins,Podiums,Sprint wins',
    `1,${formula},"'@Red, ""White""",13.5,0,1,1,0`,
    "2,Zoë,'+44,9,4.5,0,1,0",
  ]);
  expect(await read('teams')).toEqual([
    'Position,Team,Points,Behind,Wins,Podiums,Sprint wins',
    `1,"'@Red, ""White""",13.5,0,1,1,0`,
    "2,'+44,9,4.5,0,1,0",
  ]);
  expect((await read('results')).slice(1)).toEqual([
    `1,Opener,Spa,Race,1,${formula},Finished,13.5,12.5,1,true,false,0`,
    '1,Opener,Spa,Race,2,Zoë,Finished,9,9,0,false,false,0',
  ]);
  const query = { separator: 'semicolon' };
  const german = await server.call('getSeasonCsv', { params: { id: season }, query: { ...query, table: 'results' } });
  expect(linesOf(german.body)[1]).toBe(`1;Opener;Spa;Race;1;${formula};Finished;13,5;12,5;1;true;false;0`);
  const unknown = await server.call('getSeasonCsv', { params: { id: season }, query: { table: 'laps' } });
  expect(unknown.statusCode).toBe(400);
});

test('a session is exported with times and gaps, under a name that any system accepts', async () => {
  const response = await server.call('getSessionCsv', { params: { id: session } });
  expect(linesOf(response.body)[0]).toBe(
    'Position,Number,Driver,Team,Grid,Laps,Time,Gap (s),Laps behind,Best lap,Pit stops,Penalties (s),Status',
  );
  expect(linesOf(response.body)[2]).toBe("2,4,Zoë,'+44,,10,1:31:46.000,1.258,,1:23.457,0,,Finished");
  expect(response.headers['content-disposition']).toContain('filename="Monza-Race-2026-05-01.csv"');
  const semicolons = await server.call('getSessionCsv', { params: { id: session }, query: { separator: 'semicolon' } });
  expect(linesOf(semicolons.body)[2]).toBe("2;4;Zoë;'+44;;10;1:31:46,000;1,258;;1:23,457;0;;Finished");
  const etag = String(response.headers.etag);
  const again = await server.call('getSessionCsv', { params: { id: session }, headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the calendar lists the events that have a time; their ids stay when they are changed', async () => {
  const read = async () => {
    const response = await server.call('getCalendar', { params: { id: season } });
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
    return response.body.replaceAll('\r\n ', '').split('\r\n');
  };
  const before = await read();
  expect(before.filter((text) => /^(SUMMARY|DTSTART|LOCATION)/.test(text))).toEqual([
    'DTSTART:20260601T180000Z',
    'SUMMARY:Opener · -Season\\; one',
    'LOCATION:Spa',
    'DTSTART:20260701T180000Z',
    'SUMMARY:Red Bull Ring · -Season\\; one',
    'LOCATION:Red Bull Ring',
  ]);
  const body = { name: 'Moved', startsAt: '2026-06-02T18:00:00Z' };
  await server.get('updateEvent', { as, params: { seasonId: season, eventId: event }, body });
  const after = await read();
  const ids = (lines: string[]) => lines.filter((text) => text.startsWith('UID:'));
  expect(ids(after)).toEqual(ids(before));
  expect(after).toContain('DTSTART:20260602T180000Z');
});

test('a hidden season has no files for others, and files for its owner', async () => {
  const { id } = await server.get('createSeason', { as, body: { name: 'Hidden' } });
  const league = await server.get('createLeague', { as, body: { name: 'Private', isPublic: false } });
  await server.get('addLeagueSeason', { as, params: { leagueId: league.id, seasonId: id } });
  for (const name of ['getCalendar', 'getSeasonCsv', 'listRevisions'] as const) {
    const params = { id };
    const absent = { id: '01900000-0000-7000-8000-00000000dead' };
    for (const caller of [{}, { as: 'Stranger' }]) {
      const hidden = await server.call(name, { ...caller, params });
      expect([name, hidden.statusCode]).toEqual([name, 404]);
      expect(hidden.body.replaceAll(id, '')).toBe(
        (await server.call(name, { ...caller, params: absent })).body.replaceAll(absent.id, ''),
      );
    }
    expect((await server.call(name, { as, params })).statusCode).toBe(200);
  }
});
