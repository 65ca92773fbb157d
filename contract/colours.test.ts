import { describe, expect, test } from 'vitest';
import { colours, teamColours } from './colours.ts';

/** The contrast of two colours as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.slice(1).match(/../g) ?? []).map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const grounds = ['bg', 'panel', 'raised'] as const;

describe.each(grounds)('on the ground %s', (ground) => {
  test.each(['text', 'mute', 'red', 'amber', 'purple', 'green', 'yellow', 'favourite', 'soft', 'wet'] as const)(
    'the text colour %s has a contrast of 4.5:1 or more',
    (text) => expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5),
  );

  test.each(['line', 'hair'] as const)('the colour %s of a line is another one', (line) =>
    expect(contrast(colours[line], colours[ground])).toBeGreaterThanOrEqual(1.1),
  );
});

test.each([
  ['white', 'redfill'],
  ['black', 'text'],
  ['mute', 'line'],
] as const)('the text of a button, %s on %s, has a contrast of 4.5:1 or more', (text, fill) =>
  expect(contrast(colours[text], colours[fill])).toBeGreaterThanOrEqual(4.5),
);

test.each(teamColours)('the bar of %s has a contrast of 3:1 or more', (_, colour) =>
  expect(contrast(colour, colours.bg)).toBeGreaterThanOrEqual(3),
);
