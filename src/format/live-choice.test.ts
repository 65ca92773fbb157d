import { expect, test } from 'vitest';
import { SessionType, Track } from '#contract/enumerations';
import { liveChoiceText } from './live-choice.ts';

const race = { trackId: Track.Spa, sessionType: SessionType.Race, userName: 'Max' };

test('a live session at another track than the event is marked, and one whose track nobody knows is not', () => {
  expect(liveChoiceText(race, Track.Monza)).toBe('Spa Race by Max · another track');
  expect(liveChoiceText(race, Track.Spa)).toBe('Spa Race by Max');
  expect(liveChoiceText({ trackId: null, sessionType: null, userName: null }, Track.Spa)).toBe(
    'Private session by unknown user',
  );
  expect(liveChoiceText(race, Track.Unknown)).toBe('Spa Race by Max');
});
