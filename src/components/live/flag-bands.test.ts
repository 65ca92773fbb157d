import { interpolate, wcagContrast } from 'culori';
import { expect, test } from 'vitest';
import { colours } from '#contract/colours/colours';
import { type LiveFlag, liveFlags } from '#contract/entities/track-flag';
import { eventText } from '../../format/live-event-words.ts';
import { flagBands } from './flag-bands.ts';

/** The ground at the left edge of a line, where its colour is strongest. */
function groundOf(flag: LiveFlag) {
  const [, name, percent] = /band-(\w+)\/(\d+)/.exec(flagBands[flag]) ?? [];
  return interpolate([colours.bg, colours[name as keyof typeof colours]], 'rgb')(Number(percent) / 100);
}

test.each(liveFlags)('the words of the flag %s have a contrast of 4.5:1 or more on its line', (flag) => {
  const event = { kind: 'flag', flag, sectors: [], until: null, key: '', at: 0, lap: 1, time: null } as const;
  const { colour } = eventText(event, () => '');
  const [mark, text] = [colour, 'text'].map((name) =>
    wcagContrast(colours[name as keyof typeof colours], groundOf(flag)),
  );
  expect(Math.min(mark ?? 0, text ?? 0)).toBeGreaterThanOrEqual(4.5);
});
