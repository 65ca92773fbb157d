import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { teamColourNames } from '#contract/colours/car-colours';
import type { TeamColour } from '#contract/entities/team-colour';
import { assignTeamColours, colourOfTeam } from '#contract/race/team-colours';
import { coloursOfSeason, teamsOfSeason } from '#contract/race/teams-of-season';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { standingsPicture } from '../domain/drawing/season-picture.ts';
import { sessionPicture } from '../domain/drawing/session-picture.ts';
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
async function open(as: string, on = server) {
  uid += 1;
  const { id } = await on.get('createSeason', { as, body: { name: `Season ${uid}` } });
  const { id: leagueId } = await on.get('createLeague', { as, body: { name: `League ${uid}` } });
  await on.get('addLeagueSeason', { as, params: { leagueId, seasonId: id } });
  const { events } = await on.get('addEvents', { as, params: { seasonId: id }, body: { events: [{ track: 11 }] } });
  const drivers = ['Ferrari', 'McLaren'].map((team, carIndex) =>
    driver({ carIndex, name: `${as} ${carIndex}`, team, finishingPosition: carIndex + 1, bestLapTimeMs: null }),
  );
  const body = upload({ internalSessionId: String(uid), sessionType: 10, sessionStatus: 3, drivers });
  const { id: sessionId } = await on.get('createSession', { as, body });
  await on.get('addEventSession', { as, params: { seasonId: id, eventId: events[0]?.id ?? '', sessionId } });
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

test('the chosen colour of a team that is renamed in the roster goes with it; that of one that is gone goes to nobody', async () => {
  const { as, id, sessionId } = await open('Eva');
  const ids = [randomUUID(), randomUUID()];
  const setTeams = async (...teams: string[]) => {
    const roster = teams.map((team, index) => {
      const name = `${as} ${index}`;
      return { id: ids[index] ?? '', name, number: index + 1, team, isReserve: false };
    });
    return (await server.get('setRoster', { as, params: { id }, body: { roster } })).teamColours;
  };
  await setTeams('Aurora', 'Boreal');
  const [lime, sky] = [{ team: 'Aurora', colour: 'lime' } as const, { team: 'Boreal', colour: 'sky' } as const];
  await put(as, id, [lime, sky]);
  const renamed = { ...lime, team: 'Aurora Racing' };
  expect(await setTeams('Aurora Racing', 'Boreal')).toEqual([renamed, sky]);
  const [event] = (await server.get('getSession', { params: { id: sessionId } })).events ?? [];
  expect(event?.teamColours).toEqual(expect.arrayContaining([renamed, sky]));

  // The cars are of McLaren, but count for the teams of their drivers: to the season that name is new.
  expect(await setTeams('Aurora Racing', 'McLaren')).toEqual([renamed, { ...sky, team: 'McLaren' }]);
  expect(await setTeams('McLaren', 'McLaren')).toEqual([{ ...sky, team: 'McLaren' }]);
  // The driver who has no seat any more has raced for it.
  expect(await setTeams('Comet')).toEqual([{ ...sky, team: 'McLaren' }]);
});

test('the colour of a team that is renamed driver by driver goes with it, also where other colours are saved between', async () => {
  const { as, id } = await open('Hal');
  const ids = [randomUUID(), randomUUID()];
  const setTeams = async (...teams: string[]) => {
    const roster = teams.map((team, index) => {
      const name = `${as} ${index}`;
      return { id: ids[index] ?? '', name, number: index + 1, team, isReserve: false };
    });
    return (await server.get('setRoster', { as, params: { id }, body: { roster } })).teamColours;
  };
  await setTeams('Aurora', 'Aurora');
  const lime = { team: 'Aurora', colour: 'lime' } as const;
  await put(as, id, [lime]);
  expect(await setTeams('Aurora Racing', 'Aurora')).toEqual([lime]);
  expect((await put(as, id, [lime, red])).json().teamColours).toEqual([lime, red]);
  expect(await setTeams('Aurora Racing', 'Aurora Racing')).toEqual([{ ...lime, team: 'Aurora Racing' }, red]);
});

test('of two changes of one version one is stored, and the other is refused with what is stored', async () => {
  const { as, id } = await open('Fay');
  const { headers } = await server.call('getSeason', { params: { id } });
  const options = { 'if-match': String(headers.etag) };
  const [one, other] = await Promise.all([put(as, id, [lilac], options), put(as, id, [red], options)]);
  const [stored, refused] = one.statusCode === 200 ? [one, other] : [other, one];
  expect([stored.statusCode, refused.statusCode]).toEqual([200, 412]);
  const { teamColours } = await server.get('getSeason', { params: { id } });
  expect(teamColours).toEqual(stored.json().teamColours);
  expect(refused.json().current.teamColours).toEqual(teamColours);
});

test('beyond the limit of changes colours are refused with 429 and not stored, and the season is still read', async () => {
  const limited = await openTestServer({}, undefined, { changes: 12, searches: 3 });
  try {
    const { as, id } = await open('Gil', limited);
    const flood = Array.from({ length: 40 }, (_, index) =>
      limited.call('setTeamColours', {
        as,
        params: { id },
        body: { teamColours: [{ team: 'Ferrari', colour: teamColourNames[index % 12] ?? 'red' }] },
      }),
    );
    const answers = await Promise.all(flood);
    const stored = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    // Opening the season took six.
    expect([stored.length, refused.length]).toEqual([6, 34]);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    const { statusCode, headers, body } = await limited.call('getSeason', { params: { id } });
    expect(statusCode).toBe(200);
    const newest = stored.find((answer) => answer.headers.etag === headers.etag);
    expect(newest?.json().teamColours).toEqual(JSON.parse(body).teamColours);
  } finally {
    await limited.close();
  }
});

test('a team keeps its colour on every page when teams are added, a driver moves, and colours are chosen for others', async () => {
  const { as, id, sessionId } = await open('Ida');
  const shown = async () => {
    const season = await server.get('getSeason', { params: { id } });
    const session = await server.get('getSession', { params: { id: sessionId } });
    const teams = [...new Set(teamsOfSeason(season))];
    const colourOf = coloursOfSeason(season);
    const { teams: named = [], teamColours = [] } = session.events?.[0] ?? {};
    const onSession = colourOfTeam(
      assignTeamColours({
        teams: named,
        others: session.drivers.flatMap(({ team }) => team ?? []),
        chosen: teamColours,
      }),
    );
    const picture = standingsPicture(season, 'teams').rows;
    const raced = session.drivers.flatMap(({ team }) => team ?? []);
    expect(raced.map(onSession)).toEqual(raced.map(colourOf));
    expect(sessionPicture(session, [], session.events?.[0] ?? null).rows.map(({ colour }) => colour)).toEqual(
      raced.map(colourOf),
    );
    expect(picture.map(({ colour }) => colour)).toEqual(picture.map(({ name }) => colourOf(name)));
    return new Map(teams.map((team) => [team, colourOf(team)]));
  };
  const setTeams = (...teams: string[]) => {
    const roster = teams.map((team, index) => {
      return { id: randomUUID(), name: `Driver ${index}`, number: index + 1, team, isReserve: false };
    });
    return server.get('setRoster', { as, params: { id }, body: { roster } });
  };
  let before = await shown();
  for (const added of ['Red Bull Racing', 'Zebra', 'Aurora', 'Boreal', 'MY_TEAM', 'Alpha Tauri', 'Dune', 'Comet']) {
    const others = [...before.keys()].filter((team) => !['Ferrari', 'McLaren'].includes(team));
    await setTeams(...others, added);
    const after = await shown();
    for (const [team, colour] of before) expect([team, after.get(team)]).toEqual([team, colour]);
    before = after;
  }
  expect(new Set(before.values()).size).toBe(before.size);
  await put(as, id, [{ team: 'Zebra', colour: 'red' }]);
  const chosen = await shown();
  const moved = [...before].flatMap(([team, colour]) => (chosen.get(team) === colour ? [] : [team]));
  expect(moved.toSorted()).toEqual(['Ferrari', 'Zebra']);
});

test('a team that came with another version of a session keeps its colour when teams are added', async () => {
  const { as, id, sessionId } = await open('Kim');
  const colourOf = async (team: string) => coloursOfSeason(await server.get('getSeason', { params: { id } }))(team);
  const { internalSessionId, drivers } = await server.get('getSession', { params: { id: sessionId } });
  const newer = drivers.map((each) => ({ ...each, team: each.team === 'McLaren' ? 'Zebra' : each.team }));
  const body = upload({ internalSessionId, sessionType: 10, sessionStatus: 3, drivers: newer });
  const stored = await server.call('getSession', { as, params: { id: sessionId } });
  const replaced = await server.call('createSession', {
    as,
    query: { replace: 'true' },
    headers: { 'if-match': String(stored.headers.etag) },
    body,
  });
  expect(replaced.json().uploadResult).toBe('replaced');
  const before = await colourOf('Zebra');
  // A team whose name comes first, and that would take the colour.
  const teams = ['Ferrari', 'Zebra'];
  const other = Array.from({ length: 100 }, (_, index) => `Aurora ${index}`).find(
    (name) => assignTeamColours({ teams: [...teams, name], given: [] }).get(name) === before,
  );
  expect(other).toBeDefined();
  const driverOf = { id: randomUUID(), name: 'New', number: 9, team: other ?? '', isReserve: false };
  await server.get('setRoster', { as, params: { id }, body: { roster: [driverOf] } });
  expect([await colourOf('Zebra'), (await colourOf(other ?? '')) === before]).toEqual([before, false]);
});

test('merged teams are one constructor with one colour, and separate again', async () => {
  const { as, id, sessionId } = await open('Jon');
  const before = await server.get('getSeason', { params: { id } });
  const teamAliases = [{ name: 'Papaya', recordedNames: ['Ferrari', 'mclaren'] }];
  const preview = await server.get('previewStandings', { as, params: { id }, body: { teamAliases } });
  const merged = await server.get('setTeamAliases', { as, params: { id }, body: { teamAliases } });
  expect(merged.teamAliases).toEqual(teamAliases);
  for (const { teams } of [preview, merged.standings])
    expect(teams?.map(({ name, points }) => [name, points])).toEqual([['Papaya', 43]]);
  const colourOf = coloursOfSeason(merged);
  expect([colourOf('Ferrari'), colourOf('McLaren')]).toEqual([colourOf('Papaya'), colourOf('Papaya')]);
  const [event] = (await server.get('getSession', { params: { id: sessionId } })).events ?? [];
  expect(new Set(event?.teamColours?.map(({ colour }) => colour)).size).toBe(1);
  const errors = [
    { name: 'RB', recordedNames: ['VCARB'] },
    { name: 'Racing Bulls', recordedNames: ['Haas'] },
  ];
  const refused = await server.call('setTeamAliases', { as, params: { id }, body: { teamAliases: errors } });
  expect([refused.statusCode, refused.json().errors]).toEqual([
    400,
    [{ path: 'teamAliases.1', message: 'each team must occur once' }],
  ]);
  const after = await server.get('setTeamAliases', { as, params: { id }, body: { teamAliases: [] } });
  expect(after.standings).toEqual(before.standings);
});
