import { expect, test } from 'vitest';
import { teamPalette } from '#contract/colours';
import { strokesOfTeams } from './line-strokes.ts';

const palette: Readonly<Record<string, string>> = teamPalette;
const colourOf = (team: string | null) => palette[team ?? ''] ?? '#71717a';

test('two lines of one team are dashed in different ways', () => {
  const strokes = strokesOfTeams(['red', 'red', 'cream', 'red'], colourOf);
  expect(new Set(strokes.map(({ colour, dash }) => `${colour} ${dash}`)).size).toBe(4);
  expect(strokes[2]?.dash).toBeUndefined();
});

test('colours that are alike without colour have a second mark, and the lightest and the darkest need none', () => {
  // Silver and cream are of the same lightness, and so are teal and pine, which is darker, and red.
  const dashesOf = (...teams: string[]) => strokesOfTeams(teams, colourOf).map(({ dash }) => dash);
  expect(new Set(dashesOf('silver', 'cream')).size).toBe(2);
  expect(dashesOf('cream', 'red')).toEqual([undefined, undefined]);
  const all = strokesOfTeams([...Object.keys(palette), 'no team'], colourOf);
  expect(all.filter(({ dash }) => dash === undefined).length).toBeLessThan(6);
});
