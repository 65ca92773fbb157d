import { expect, test } from 'vitest';
import type { SessionEvent } from '#contract/entities/session';
import { nearbyText, placeText, roundText, seasonBesideLeague } from './session-event.ts';

const event: SessionEvent = {
  seasonId: 'a',
  seasonName: 'Spring Cup',
  eventId: 'b',
  name: 'Home',
  round: 5,
  scoring: 'sprint',
};

test('the place of a session is said by season, round and sprint, and by how many more events hold it', () => {
  expect(placeText([event])).toBe('Round 5 · Sprint · Spring Cup');
  expect(placeText([{ ...event, scoring: 'race' }, event, event])).toBe('Round 5 · Spring Cup · +2');
  expect([placeText([]), placeText(null), placeText(undefined)]).toEqual(['', '', '']);
});

test('the place of a session names the season whose stewards changed the first three', () => {
  const ruled: SessionEvent = { ...event, seasonName: 'Night League', scoring: 'race', podium: [] };
  expect(placeText([event, ruled])).toBe('Stewards’ result · Round 5 · Night League · +1');
});

test('the place of a session that stewards excluded says so, unless another season has the first three', () => {
  const excluded: SessionEvent = { ...event, scoring: 'race', isExcluded: true };
  expect(placeText([excluded])).toBe('Does not count · Round 5 · Spring Cup');
  expect(placeText([{ ...event, scoring: 'race' }, excluded])).toBe('Round 5 · Spring Cup · +1');
  const ruled: SessionEvent = { ...event, seasonName: 'Night League', scoring: 'race', podium: [] };
  expect(placeText([excluded, ruled])).toBe('Stewards’ result · Round 5 · Night League · +1');
});

test('a round without a name of its own has its number, beside others its track', () => {
  expect([roundText(event), roundText({ ...event, name: null })]).toEqual(['Round 5, Home', 'Round 5']);
  const nearby = { eventId: 'c', round: 6, name: null, track: 11, sessionId: null } as const;
  expect([nearbyText(nearby), nearbyText({ ...nearby, name: 'Final' })]).toEqual(['Round 6, Monza', 'Round 6, Final']);
});

test('beside its league a season is named without the name of the league', () => {
  const named = (seasonName: string) => seasonBesideLeague({ seasonName, league: { id: 'a', name: 'Night' } });
  expect(['Night · Season 4', 'Night Season 4', 'Nightly Cup', 'Night', 'Cup'].map(named)).toEqual([
    'Season 4',
    'Season 4',
    'Nightly Cup',
    'Night',
    'Cup',
  ]);
  expect(seasonBesideLeague({ seasonName: 'Night · Season 4', league: null })).toBe('Night · Season 4');
});
