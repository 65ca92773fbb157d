import { expect, test } from 'vitest';
import type { SessionSummary } from '#contract/entities/session';
import { matchText } from './search-match.ts';

// Only the fields that count here.
const session = {
  trackId: 11,
  sessionType: 10,
  userName: 'RaceControl',
  events: [],
  podium: [{ name: 'Mika Varga' }, { name: 'Luís Araújo' }, { name: 'Diego Gil' }],
} as unknown as SessionSummary;

test.each([
  ['monza', null],
  ['MONZA race varga', null],
  ['gil', 'P3 Diego Gil'],
  ['monza luís', 'P2 Luís Araújo'],
  ['monza araujo', 'P2 Luís Araújo'],
  ['control', 'Uploaded by RaceControl'],
  ['monza okoro', 'With a driver named “okoro”'],
])('a search for %j is explained by %j', (text, reason) => {
  expect(matchText(session, text)).toBe(reason);
});
