import { type Color, converter, differenceCiede2000, wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';
import { lineColour, teamPalette } from './car-colours.ts';
import { colours } from './colours.ts';

const toLinear = converter('lrgb');
const distance = differenceCiede2000();

/** Linear RGB as people without one kind of cones see it (Machado, Oliveira and Fernandes 2009, severity 1). */
const deficiencies = {
  red: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  green: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  blue: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

function seenWithout(cones: keyof typeof deficiencies, colour: string): Color {
  const { r, g, b } = toLinear(colour) ?? { r: 0, g: 0, b: 0 };
  const matrix = deficiencies[cones];
  const channel = (row: number) =>
    Math.min(1, Math.max(0, (matrix[row] ?? 0) * r + (matrix[row + 1] ?? 0) * g + (matrix[row + 2] ?? 0) * b));
  return { mode: 'lrgb', r: channel(0), g: channel(3), b: channel(6) };
}

const grounds = ['bg', 'panel', 'raised'] as const;

describe.each(grounds)('on the ground %s', (ground) => {
  test.each(['text', 'mute', 'red', 'amber', 'purple', 'green', 'yellow', 'favourite', 'soft', 'wet'] as const)(
    'the text colour %s has a contrast of 4.5:1 or more',
    (text) => expect(wcagContrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5),
  );

  test.each(['line', 'hair'] as const)('the colour %s of a line is another one', (line) =>
    expect(wcagContrast(colours[line], colours[ground])).toBeGreaterThanOrEqual(1.1),
  );
});

test.each([
  ['white', 'redfill'],
  ['black', 'text'],
  ['mute', 'line'],
] as const)('the text of a button, %s on %s, has a contrast of 4.5:1 or more', (text, fill) =>
  expect(wcagContrast(colours[text], colours[fill])).toBeGreaterThanOrEqual(4.5),
);

describe.each(Object.entries(teamPalette))('the %s of a team', (name, colour) => {
  const others = Object.entries(teamPalette).filter(([other]) => other !== name);

  test('has a contrast of 3:1 or more on the background', () =>
    expect(wcagContrast(colour, colours.bg)).toBeGreaterThanOrEqual(3));

  test.each(others)('is told from %s', (_, other) => expect(distance(colour, other)).toBeGreaterThanOrEqual(15));

  test.each(['red', 'green', 'blue'] as const)('is told from the others by people who see no %s', (cones) => {
    const distances = others.map(([, other]) => distance(seenWithout(cones, colour), seenWithout(cones, other)));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(15);
  });
});

describe.each(Object.entries(teamPalette))('the line of a team that is %s', (name, colour) => {
  const line = lineColour(colour);
  const others = Object.entries(teamPalette).filter(([other]) => other !== name);

  test('has a contrast of 4.5:1 or more on the background', () =>
    expect(wcagContrast(line, colours.bg)).toBeGreaterThanOrEqual(4.5));

  test.each(others)('is told from %s', (_, other) =>
    expect(distance(line, lineColour(other))).toBeGreaterThanOrEqual(15),
  );
});
