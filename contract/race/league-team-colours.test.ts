import { expect, test } from 'vitest';
import { teamColourNames, teamPalette } from '../colours/car-colours.ts';
import type { TeamColourName } from '../entities/team-colour.ts';
import { leagueTeamColours } from './league-team-colours.ts';

const { red, plum, cream, lime, sky } = teamPalette;

function coloursOf(teams: readonly string[], ...seasons: (readonly (readonly [string, string])[])[]) {
  const colours = leagueTeamColours(
    teams,
    seasons.map((season) => new Map(season)),
  );
  return Object.fromEntries(colours.map(({ team, colour }) => [team, colour]));
}

test('a team has the colour of the newest season that has it', () =>
  expect(
    coloursOf(
      ['Zenith', 'Ferrari', 'Aurora'],
      [
        ['Zenith', plum],
        ['Ferrari', lime],
      ],
      [
        ['Zenith', cream],
        ['Ferrari', red],
        ['Aurora', sky],
      ],
    ),
  ).toEqual({ Zenith: 'plum', Ferrari: 'lime', Aurora: 'sky' }));

test('of two teams with one colour, that of the older season gets another one, also where it is higher in the table', () => {
  const colours = coloursOf(['Aurora', 'Zenith'], [['Zenith', plum]], [['Aurora', plum]]);
  expect(colours['Zenith']).toBe('plum');
  expect(colours['Aurora']).not.toBe('plum');
});

test('a team that is not in the table takes no colour', () =>
  expect(coloursOf(['Aurora'], [['Zenith', plum]], [['Aurora', plum]])).toEqual({ Aurora: 'plum' }));

test('as many teams as there are colours share none; those below them in the table keep that of their season', () => {
  const names = Array.from({ length: 15 }, (_, index) => `Team ${index}`);
  const seasons = names.map((name, index) => [[name, index < 12 ? sky : lime] as const]);
  const colours = coloursOf(names, ...seasons);
  const first = names.slice(0, 12).map((name) => colours[name] as TeamColourName);
  expect(new Set(first)).toEqual(new Set(teamColourNames));
  expect(names.slice(12).map((name) => colours[name])).toEqual(['lime', 'lime', 'lime']);
});

test('a team that no season has a colour for has that of its name', () =>
  expect(coloursOf(['Ferrari'])).toEqual({ Ferrari: 'red' }));
