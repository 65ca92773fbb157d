import type { LiveHighlight } from '#contract/race/live-timing';

/** The colour of a time. */
export const highlightColours: Readonly<Record<LiveHighlight, string>> = {
  sessionBest: 'text-purple',
  personalBest: 'text-green',
  slower: 'text-yellow',
  invalid: 'text-red line-through',
  none: 'text-mute',
};
