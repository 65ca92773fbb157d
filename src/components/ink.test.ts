import { readFileSync } from 'node:fs';
import { type Color, differenceCiede2000, filterGrayscale, interpolate, wcagContrast } from 'culori';
import { expect, test } from 'vitest';
import { carColours, teamPalette } from '#contract/colours/car-colours';
import { colours } from '#contract/colours/colours';
import { strokesOfTeams } from '#contract/race/line-strokes';

const styles = readFileSync(new URL('../style.css', import.meta.url), 'utf8');
const shares = [...styles.matchAll(/color-mix\(in lab, var\(--ink\) (\d+)%, var\(--color-black\)\)/g)];

const onPaper = (colour: string): Color => interpolate([colours.black, colour], 'lab')(Number(shares[0]?.[1]) / 100);

test('lines and areas are darkened alike on paper', () => {
  expect(shares.map(([, share]) => share)).toEqual([shares[0]?.[1], shares[0]?.[1]]);
});

test.each(Object.entries({ ...teamPalette, ...carColours }))(
  'on paper %s has a contrast of 3:1 or more, twice that of a line without a colour',
  (_, colour) => {
    const contrast = wcagContrast(onPaper(colour), colours.white);
    expect(contrast).toBeGreaterThanOrEqual(3);
    expect(contrast).toBeGreaterThanOrEqual(2 * wcagContrast(colours.pale, colours.white));
  },
);

test.each([
  ['all colours', (colour: Color) => colour],
  ['no colour', filterGrayscale(1)],
])('on paper with %s, lines of two teams with one dash are told apart', (_, seen) => {
  const teams = Object.values(teamPalette);
  const distances = teams.flatMap((team, index) =>
    teams.slice(index + 1).flatMap((other) => {
      const [one, two] = strokesOfTeams([team, other], (colour) => colour ?? '');
      const isDashedAlike = one?.dash === two?.dash;
      return isDashedAlike ? differenceCiede2000()(seen(onPaper(team)), seen(onPaper(other))) : [];
    }),
  );
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(10);
});
