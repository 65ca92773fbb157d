import {
  type Color,
  converter,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  filterGrayscale,
} from 'culori';
import { expect, test } from 'vitest';
import { teamPalette } from '#contract/colours/car-colours';
import { type Stroke, strokesOfTeams } from './line-strokes.ts';

const palette: Readonly<Record<string, string>> = teamPalette;
const colourOf = (team: string | null) => palette[team ?? ''] ?? '#71717a';

test('two lines of one team are dashed in different ways', () => {
  const strokes = strokesOfTeams(['red', 'red', 'cream', 'red'], colourOf);
  expect(new Set(strokes.map(({ colour, dash }) => `${colour} ${dash}`)).size).toBe(4);
  expect(strokes[2]?.dash).toBeUndefined();
});

test('the line of a second car is never solid, alone and beside the first', () => {
  for (const teams of [['red'], ['red', 'red'], ['red', 'cream', 'red', 'teal']]) {
    const strokes = strokesOfTeams(teams, colourOf, (index) => index === 0);
    expect(strokes[0]?.dash).toBeDefined();
    const others = strokes.slice(1).filter((_, index) => teams[index + 1] === 'red');
    expect(others.map(({ dash }) => dash)).toEqual(others.map(() => undefined));
  }
});

test('colours that are alike without colour have a second mark, and the lightest and the darkest need none', () => {
  // Silver and cream are of the same lightness, and so are teal and pine, which is darker, and red.
  const dashesOf = (...teams: string[]) => strokesOfTeams(teams, colourOf).map(({ dash }) => dash);
  expect(new Set(dashesOf('silver', 'cream')).size).toBe(2);
  expect(dashesOf('cream', 'red')).toEqual([undefined, undefined]);
  const all = strokesOfTeams([...Object.keys(palette), 'no team'], colourOf);
  expect(all.filter(({ dash }) => dash === undefined).length).toBeLessThan(6);
});

test('in a full field two of one team never share a dash, and dashes are used evenly', () => {
  const teams = [...Object.keys(palette), 'no team'].flatMap((team) => [team, team]);
  const strokes = strokesOfTeams(teams, colourOf);
  for (let car = 0; car < teams.length; car += 2) expect(strokes[car]?.dash).not.toBe(strokes[car + 1]?.dash);
  const solid = strokes.filter(({ dash }) => dash === undefined).length;
  expect(solid).toBeLessThanOrEqual(Math.ceil(teams.length / 4));
});

const distance = differenceCiede2000();
const toRgb = converter('rgb');
const colorOf = ({ colour }: Stroke): Color => toRgb(colour) ?? { mode: 'rgb', r: 0, g: 0, b: 0 };

const views: readonly (readonly [name: string, seen: (colour: Color) => Color])[] = [
  ['all colours', (colour) => colour],
  ['no colour', filterGrayscale(1)],
  ['no red', filterDeficiencyProt(1)],
  ['no green', filterDeficiencyDeuter(1)],
  ['no blue', filterDeficiencyTrit(1)],
];

test.each(views)('lines of two teams are told apart by who sees %s', (_, seen) => {
  const teams = [...Object.keys(palette), 'no team'];
  const alike = teams.flatMap((team, index) =>
    teams.slice(index + 1).filter((other) => {
      const [one, two] = strokesOfTeams([team, other], colourOf);
      if (one === undefined || two === undefined || one.dash !== two.dash) return false;
      return distance(seen(colorOf(one)), seen(colorOf(two))) < 15;
    }),
  );
  expect(alike).toEqual([]);
});
