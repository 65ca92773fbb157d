import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TeamColour } from '#contract/entities/team-colour';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let uid = 9_300_000;
const lilac: TeamColour = { team: 'Ferrari', colour: 'lilac' };
const red: TeamColour = { team: 'McLaren', colour: 'red' };

/** A season in a league, with a race of two teams of the game. */
async function open(as: string) {
  uid += 1;
  const { id } = await server.get('createSeason', { as, body: { name: `Season ${uid}` } });
  const { id: leagueId } = await server.get('createLeague', { as, body: { name: `League ${uid}` } });
  await server.get('addLeagueSeason', { as, params: { leagueId, seasonId: id } });
  const { events } = await server.get('addEvents', { as, params: { seasonId: id }, body: { events: [{ track: 11 }] } });
  const drivers = ['Ferrari', 'McLaren'].map((team, carIndex) =>
    driver({ carIndex, name: `${as} ${carIndex}`, team, finishingPosition: carIndex + 1, bestLapTimeMs: null }),
  );
  const body = upload({ internalSessionId: String(uid), sessionType: 10, sessionStatus: 3, drivers });
  const { id: sessionId } = await server.get('createSession', { as, body });
  await server.get('addEventSession', { as, params: { seasonId: id, eventId: events[0]?.id ?? '', sessionId } });
  return { as, id, leagueId, sessionId };
}

const put = (as: string, id: string, teamColours: readonly TeamColour[], headers = {}) =>
  server.call('setTeamColours', { as, params: { id }, headers, body: { teamColours: [...teamColours] } });

test('the chosen colours are in the season and in its sessions, alone and in lists, at once; then they are taken back', async () => {
  const { as, id, sessionId } = await open('Ann');
  const ofSeason = async () => (await server.get('getSeason', { params: { id } })).teamColours;
  const ofSession = async () => (await server.get('getSession', { params: { id: sessionId } })).events?.[0];
  const ofList = async () =>
    (await server.get('listSessions')).find((session) => session.id === sessionId)?.events?.[0];
  const all = () => Promise.all([ofSeason(), ofSession(), ofList()]);
  const [none, before] = await all();
  expect([none, before?.teams, before?.teamColours]).toEqual([undefined, undefined, undefined]);

  // A team that is not in the season takes nothing from those that are.
  const chosen = [lilac, red, { team: 'Elsewhere', colour: 'blue' } as const];
  expect((await put(as, id, chosen)).json().teamColours).toEqual(chosen);
  const places = { teams: expect.toSatisfy((teams) => teams.toSorted().join() === 'Ferrari,McLaren') };
  const inSessions = { ...places, teamColours: [lilac, red] };
  expect(await all()).toEqual([chosen, expect.objectContaining(inSessions), expect.objectContaining(inSessions)]);

  expect((await put(as, id, [])).statusCode).toBe(200);
  const [, after] = await all();
  expect([after?.teams, after?.teamColours]).toEqual([undefined, undefined]);
});

test('pictures of the session, the season and the league are drawn again with the chosen colours', async () => {
  const { as, id, leagueId, sessionId } = await open('Bea');
  const pictures = async () => {
    const answers = [
      await server.call('getSessionPicture', { params: { id: sessionId } }),
      await server.call('getSeasonPicture', { params: { id } }),
      await server.call('getLeaguePicture', { params: { leagueId } }),
    ];
    return answers.map(({ statusCode, headers, rawPayload }) => {
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
      return rawPayload.toString('base64');
    });
  };
  const before = await pictures();
  expect(await pictures()).toEqual(before);
  await put(as, id, [red, lilac]);
  const after = await pictures();
  expect(after.map((picture, index) => picture === before[index])).toEqual([false, false, false]);
});

test('two teams with one colour, a team twice, another colour, another version and another user are refused', async () => {
  const { as, id } = await open('Cem');
  const errorOf = async (teamColours: readonly object[]) => {
    const answer = await put(as, id, teamColours as TeamColour[]);
    return [answer.statusCode, answer.json().errors];
  };
  expect(await errorOf([lilac, { team: 'McLaren', colour: 'lilac' }])).toEqual([
    400,
    [{ path: 'teamColours.1', message: 'is the colour of another team' }],
  ]);
  expect(await errorOf([lilac, { team: ' Ferrari', colour: 'red' }])).toEqual([
    400,
    [{ path: 'teamColours.1', message: 'each team must occur once' }],
  ]);
  expect((await errorOf([{ team: 'Ferrari', colour: '#ff0000' }]))[0]).toBe(400);
  expect((await put(as, id, [lilac], { 'if-match': '"1-x"' })).statusCode).toBe(412);
  expect((await put('Dan', id, [lilac])).statusCode).toBe(403);
  expect((await server.get('getSeason', { params: { id } })).teamColours).toBeUndefined();
});
