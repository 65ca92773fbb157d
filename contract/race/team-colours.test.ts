import { expect, test } from 'vitest';
import { carColours, teamColourNames, teamPalette } from '../colours/car-colours.ts';
import { teamColourName } from './team-colour-name.ts';
import { assignTeamColours, firstInTurn, teamColour } from './team-colours.ts';

const gameTeams = [
  'Mercedes',
  'Scuderia Ferrari HP',
  'Red Bull Racing',
  'Williams',
  'Aston Martin',
  'Alpine',
  'RB F1 Team',
  'Haas',
  'McLaren',
  'Kick Sauber',
];

test('the first teams in turn have the same colours alone, chosen ones first, however many teams there are', () => {
  const teams = [...Array.from({ length: 200 }, (_, index) => `Team ${(index * 7) % 200}`), ...gameTeams, 'Team 1'];
  const chosen = [
    { team: 'Zebra', colour: 'pink' },
    { team: 'Team 99', colour: 'red' },
  ] as const;
  const first = firstInTurn(teams, chosen);
  expect([first.length, new Set(first).size, first[0]]).toEqual([64, 64, 'Team 99']);
  expect(first).toEqual(expect.arrayContaining(gameTeams));
  const all = assignTeamColours(teams, [], chosen);
  expect(assignTeamColours(first.toReversed(), [], chosen)).toEqual(
    new Map([...all].filter(([team]) => first.includes(team))),
  );
  expect(firstInTurn([...gameTeams, 'Haas']).toSorted()).toEqual(gameTeams.toSorted());
});

test('a driver without a team has the colour for that', () => expect(teamColour(null)).toBe(carColours.noteam));

test('a team that the game does not have keeps its colour from one release to the next', () => {
  const colours = { 'Northern Lights': 'cream', Zebra: 'plum', Aurora: 'cream', Lanza: 'plum' } as const;
  for (const [team, name] of Object.entries(colours)) expect(teamColour(team)).toBe(teamPalette[name]);
});

test('teams of the game keep their colours beside others', () => {
  const assigned = assignTeamColours([...gameTeams, 'Northern Lights', 'Zebra']);
  for (const team of gameTeams) expect(assigned.get(team)).toBe(teamColour(team));
});

test('as many teams as there are colours have one each', () => {
  const teams = [...gameTeams.slice(0, 4), ...Array.from({ length: 8 }, (_, index) => `Team ${index}`)];
  expect(new Set(assignTeamColours(teams).values())).toEqual(new Set(Object.values(teamPalette)));
});

test('two names of the same team of the game, as Alpha Tauri and RB, are told apart', () => {
  const assigned = assignTeamColours(['Alpha Tauri', 'RB F1 Team']);
  expect(assigned.get('Alpha Tauri')).not.toBe(assigned.get('RB F1 Team'));
});

test('a single team that the game does not have is given the same colour as where it is shown alone', () =>
  expect(assignTeamColours([...gameTeams, 'Northern Lights']).get('Northern Lights')).toBe(
    teamColour('Northern Lights'),
  ));

test('colours do not depend on the order of the names', () => {
  const teams = ['Zebra', 'Aurora', ...gameTeams, 'Aurora'];
  expect([...assignTeamColours(teams.toReversed())].sort()).toEqual([...assignTeamColours(teams)].sort());
});

test('colours of as many other teams as there are colours do not depend on the order of the names either', () => {
  const teams = Array.from({ length: 12 }, (_, index) => `Team ${index}`);
  expect([...assignTeamColours(teams.toReversed())].sort()).toEqual([...assignTeamColours(teams)].sort());
});

test('cars without a team take no colour of one', () => {
  expect([...assignTeamColours(['', 'Ferrari']).keys()]).toEqual(['Ferrari']);
});

test('with more teams than colours, no colour has two teams more than another', () => {
  const assigned = assignTeamColours(Array.from({ length: 30 }, (_, index) => `Team ${index}`));
  const counts = Object.values(teamPalette).map(
    (colour) => [...assigned.values()].filter((other) => other === colour).length,
  );
  expect(Math.max(...counts) - Math.min(...counts)).toBe(1);
});

test('a team has the colour of its season in a session with few of its teams, and with one that is in no other', () => {
  const season = Array.from({ length: 10 }, (_, index) => `Team ${index}`);
  const colours = assignTeamColours(season);
  const qualifying = assignTeamColours(season, ['Team 3', 'A guest', 'Ferrari', 'Team 7']);
  for (const team of season) expect(qualifying.get(team)).toBe(colours.get(team));
  expect(new Set(qualifying.values()).size).toBe(12);
});

test('a chosen colour goes before that of the game, whose team gets one that is left; all twelve stay apart', () => {
  const teams = [...gameTeams, 'Northern Lights', 'Zebra'];
  const chosen = [
    { team: 'Zebra', colour: 'red' },
    { team: 'Mercedes', colour: 'cream' },
  ] as const;
  const colours = assignTeamColours(teams, [], chosen);
  expect([colours.get('Zebra'), colours.get('Mercedes')]).toEqual([teamPalette.red, teamPalette.cream]);
  expect(colours.get('Scuderia Ferrari HP')).not.toBe(teamPalette.red);
  for (const team of ['Williams', 'Haas', 'McLaren']) expect(colours.get(team)).toBe(teamColour(team));
  expect(new Set(colours.values()).size).toBe(12);
});

test.each([1, 2, 6])('of %i chosen colours each moves the team that had it by itself, and no other', (count) => {
  const teams = Array.from({ length: 12 }, (_, index) => `Team ${index}`);
  const automatic = assignTeamColours(teams);
  const chosen = teamColourNames.slice(0, count).map((colour, index) => ({ team: `Team ${index}`, colour }));
  const taken = new Set<string>(chosen.map(({ colour }) => teamPalette[colour]));
  const others = [...automatic].filter(([team, colour]) => Number(team.slice(5)) >= count && !taken.has(colour));
  const colours = assignTeamColours(teams, [], chosen);
  expect([...colours]).toEqual(expect.arrayContaining(others));
  expect(new Set(colours.values()).size).toBe(12);
});

test('the chosen colour of a team that is not there takes nothing, also from one that is a guest', () => {
  const chosen = [{ team: 'A guest', colour: 'red' }] as const;
  expect(assignTeamColours(['Ferrari'], [], chosen)).toEqual(new Map([['Ferrari', teamPalette.red]]));
  expect(assignTeamColours(['Ferrari'], ['A guest'], chosen).get('Ferrari')).toBe(teamPalette.red);
});

test('every colour of the palette has a name, no other colour has', () => {
  expect(teamColourNames.map((name) => teamColourName(teamPalette[name]))).toEqual(Object.keys(teamPalette));
  expect(teamColourName(carColours.noteam)).toBeNull();
});
