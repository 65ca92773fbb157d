import { expect, test } from 'vitest';
import { SessionType, Track } from '#contract/enumerations';
import { liveChoiceText } from './live-choice.ts';

const race = { trackId: Track.Spa, sessionType: SessionType.Race, userName: 'Max', state: 'live' } as const;

test('a live session at another track than the event is marked, and one whose track nobody knows is not', () => {
  expect(liveChoiceText(race, Track.Monza)).toBe('Spa Race by Max · another track');
  expect(liveChoiceText(race, Track.Spa)).toBe('Spa Race by Max');
  expect(liveChoiceText({ ...race, trackId: null, sessionType: null, userName: null }, Track.Spa)).toBe(
    'Private session by unknown user',
  );
  expect(liveChoiceText(race, Track.Unknown)).toBe('Spa Race by Max');
  const event = { seasonId: 'a', eventId: 'b', seasonName: 'Spring Cup', round: 2 };
  expect(liveChoiceText({ ...race, event }, Track.Spa)).toBe('Spa Race by Max · Round 2 · Spring Cup');
});
