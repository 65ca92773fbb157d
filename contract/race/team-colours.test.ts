import { expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { carColours, teamColourNames, teamPalette } from '../colours/car-colours.ts';
import type { GivenColour, TeamColour } from '../entities/team-colour.ts';
import { teamColourName } from './team-colour-name.ts';
import { assignTeamColours, colourOfTeam, givenColours, teamColour } from './team-colours.ts';
import { teamKey, teamKeysOf } from './teams.ts';

const coloursFor = (teams: readonly string[], others: readonly string[] = [], chosen: readonly TeamColour[] = []) =>
  assignTeamColours({ teams, others, chosen });

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

test('a driver without a team has the colour for that', () => expect(teamColour(null)).toBe(carColours.noteam));

test('a team that the game does not have keeps its colour from one release to the next', () => {
  const colours = { 'Northern Lights': 'cream', Zebra: 'plum', Aurora: 'cream', Lanza: 'plum' } as const;
  for (const [team, name] of Object.entries(colours)) expect(teamColour(team)).toBe(teamPalette[name]);
});

test('teams of the game keep their colours beside others', () => {
  const assigned = coloursFor([...gameTeams, 'Northern Lights', 'Zebra']);
  for (const team of gameTeams) expect(assigned.get(team)).toBe(teamColour(team));
});

test('as many teams as there are colours have one each', () => {
  const teams = [...gameTeams.slice(0, 4), ...Array.from({ length: 8 }, (_, index) => `Team ${index}`)];
  expect(new Set(coloursFor(teams).values())).toEqual(new Set(Object.values(teamPalette)));
});

test('two names of the same team of the game, as Alpha Tauri and RB, are told apart', () => {
  const assigned = coloursFor(['Alpha Tauri', 'RB F1 Team']);
  expect(assigned.get('Alpha Tauri')).not.toBe(assigned.get('RB F1 Team'));
});

test('a single team that the game does not have is given the same colour as where it is shown alone', () =>
  expect(coloursFor([...gameTeams, 'Northern Lights']).get('Northern Lights')).toBe(teamColour('Northern Lights')));

test('colours do not depend on the order of the names', () => {
  const teams = ['Zebra', 'Aurora', ...gameTeams, 'Aurora'];
  expect([...coloursFor(teams.toReversed())].sort()).toEqual([...coloursFor(teams)].sort());
});

test('colours of as many other teams as there are colours do not depend on the order of the names either', () => {
  const teams = Array.from({ length: 12 }, (_, index) => `Team ${index}`);
  expect([...coloursFor(teams.toReversed())].sort()).toEqual([...coloursFor(teams)].sort());
});

test('cars without a team take no colour of one', () => {
  expect([...coloursFor(['', 'Ferrari']).keys()]).toEqual(['Ferrari']);
});

test('with more teams than colours, no colour has two teams more than another', () => {
  const assigned = coloursFor(Array.from({ length: 30 }, (_, index) => `Team ${index}`));
  const counts = Object.values(teamPalette).map(
    (colour) => [...assigned.values()].filter((other) => other === colour).length,
  );
  expect(Math.max(...counts) - Math.min(...counts)).toBe(1);
});

test('a team has the colour of its season in a session with few of its teams, and with one that is in no other', () => {
  const season = Array.from({ length: 10 }, (_, index) => `Team ${index}`);
  const colours = coloursFor(season);
  const qualifying = coloursFor(season, ['Team 3', 'A guest', 'Ferrari', 'Team 7']);
  for (const team of season) expect(qualifying.get(team)).toBe(colours.get(team));
  expect(new Set(qualifying.values()).size).toBe(12);
});

test('a chosen colour goes before that of the game, whose team gets one that is left; all twelve stay apart', () => {
  const teams = [...gameTeams, 'Northern Lights', 'Zebra'];
  const chosen = [
    { team: 'Zebra', colour: 'red' },
    { team: 'Mercedes', colour: 'cream' },
  ] as const;
  const colours = coloursFor(teams, [], chosen);
  expect([colours.get('Zebra'), colours.get('Mercedes')]).toEqual([teamPalette.red, teamPalette.cream]);
  expect(colours.get('Scuderia Ferrari HP')).not.toBe(teamPalette.red);
  for (const team of ['Williams', 'Haas', 'McLaren']) expect(colours.get(team)).toBe(teamColour(team));
  expect(new Set(colours.values()).size).toBe(12);
});

test.each([1, 2, 6])('of %i chosen colours each moves the team that had it by itself, and no other', (count) => {
  const teams = Array.from({ length: 12 }, (_, index) => `Team ${index}`);
  const automatic = coloursFor(teams);
  const chosen = teamColourNames.slice(0, count).map((colour, index) => ({ team: `Team ${index}`, colour }));
  const taken = new Set<string>(chosen.map(({ colour }) => teamPalette[colour]));
  const others = [...automatic].filter(([team, colour]) => Number(team.slice(5)) >= count && !taken.has(colour));
  const colours = coloursFor(teams, [], chosen);
  expect([...colours]).toEqual(expect.arrayContaining(others));
  expect(new Set(colours.values()).size).toBe(12);
});

test('the chosen colour of a team that is not there takes nothing, also from one that is a guest', () => {
  const chosen = [{ team: 'A guest', colour: 'red' }] as const;
  expect(coloursFor(['Ferrari'], [], chosen)).toEqual(new Map([['Ferrari', teamPalette.red]]));
  expect(coloursFor(['Ferrari'], ['A guest'], chosen).get('Ferrari')).toBe(teamPalette.red);
});

test('every colour of the palette has a name, no other colour has', () => {
  expect(teamColourNames.map((name) => teamColourName(teamPalette[name]))).toEqual(Object.keys(teamPalette));
  expect(teamColourName(carColours.noteam)).toBeNull();
});

/** A season whose colours are stored each time that it is shown, with these teams and choices one after the other. */
function shownOver(states: readonly { readonly teams: readonly string[]; readonly chosen?: readonly TeamColour[] }[]) {
  let given: GivenColour[] = [];
  return states.map(({ teams, chosen = [] }) => {
    given = givenColours({ teams, chosen, given });
    return assignTeamColours({ teams, chosen, given });
  });
}

const manyTeams = [...gameTeams, 'Aurora', 'Boreal', 'Comet', 'Dune', 'Ember', 'Zebra', 'Écurie', 'MY_TEAM'];

test('a team keeps its colour, whatever other teams are added, in any order', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(manyTeams), (teams) => {
      const shown = shownOver(teams.map((_, index) => ({ teams: teams.slice(0, index + 1) })));
      const last = shown.at(-1);
      return shown.every((colours) => [...colours].every(([team, colour]) => last?.get(team) === colour));
    }),
  );
});

test('as long as there are as many colours as teams, added ones get one of their own', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(manyTeams, { maxLength: 12 }), (teams) => {
      const last = shownOver(teams.map((_, index) => ({ teams: teams.slice(0, index + 1) }))).at(-1);
      return new Set(last?.values()).size === teams.length;
    }),
  );
});

test('the first colours that are stored are those that a season has without', () => {
  const [shown] = shownOver([{ teams: manyTeams }]);
  expect(shown).toEqual(coloursFor(manyTeams));
});

test('a chosen colour moves one other team, which stays where it was moved while teams are added, and then goes back', () => {
  const teams = ['Ferrari', 'McLaren', 'Aurora', 'Boreal'];
  const chosen = [{ team: 'Aurora', colour: 'red' }] as const;
  const [before, moved, added, after] = shownOver([
    { teams },
    { teams, chosen },
    { teams: [...teams, 'Comet', 'Dune', 'Alpine'], chosen },
    { teams: [...teams, 'Comet', 'Dune', 'Alpine'] },
  ]);
  const different = teams.filter((team) => before?.get(team) !== moved?.get(team));
  expect(different).toEqual(['Ferrari', 'Aurora']);
  for (const team of teams) expect(added?.get(team)).toBe(moved?.get(team));
  expect(after?.get('Ferrari')).toBe(teamPalette.red);
  expect(after?.get('McLaren')).toBe(before?.get('McLaren'));
  expect(new Set(after?.values()).size).toBe(7);
});

test('a team that is gone gets its colour again, unless another one has it meanwhile', () => {
  const [before, , again] = shownOver([
    { teams: ['Aurora', 'Boreal'] },
    { teams: ['Boreal'] },
    { teams: ['Aurora', 'Boreal'] },
  ]);
  expect(again).toEqual(before);
  const lanza = teamColour('Lanza');
  const [first, other, both] = shownOver([{ teams: ['Lanza'] }, { teams: ['Zebra'] }, { teams: ['Lanza', 'Zebra'] }]);
  expect([first?.get('Lanza'), other?.get('Zebra'), both?.get('Zebra')]).toEqual([lanza, lanza, lanza]);
  expect(both?.get('Lanza')).not.toBe(lanza);
});

test('all names of a team have one colour, also those of merged teams', () => {
  const keyOf = teamKeysOf([{ name: 'RB', recordedNames: ['AlphaTauri', 'RB'] }]);
  const teams = ['VCARB', 'Alpha Tauri', 'MY_TEAM', 'My Team'];
  const colours = assignTeamColours({ teams, keyOf });
  expect(colours.get('VCARB')).toBe(colours.get('Alpha Tauri'));
  expect(colours.get('MY_TEAM')).toBe(colours.get('My Team'));
  const colourOf = colourOfTeam(colours, keyOf);
  expect(colourOf('ALPHATAURI')).toBe(colours.get('VCARB'));
  expect(colourOf(null)).toBe(carColours.noteam);
  expect(teamKey('RB')).not.toBe(teamKey('AlphaTauri'));
});
