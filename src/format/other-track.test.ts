import { expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { otherTrackOf, otherTracksText, otherTrackText } from './other-track.ts';

const at = (trackId: Track | null) => ({ trackId });

test('a session is at another track only where both tracks are known', () => {
  const tracks = [Track.Spa, Track.Monza, Track.Unknown, null].map((trackId) => otherTrackOf(at(trackId), Track.Monza));
  expect([...tracks, otherTrackOf(at(Track.Spa), Track.Unknown)]).toEqual([Track.Spa, null, null, null, null]);
});

test('the warning names both tracks, or how many of several sessions are elsewhere', () => {
  expect(otherTrackText(at(Track.Spa), Track.Monza)).toBe('This session is at Spa, and the event is at Monza.');
  expect(otherTrackText(at(Track.Spa), Track.Monza, 'race')).toBe('This race is at Spa, and the event is at Monza.');
  expect(otherTrackText(at(Track.Spa), Track.Spa)).toBeNull();
  expect(otherTracksText([at(Track.Monza), at(Track.Monza)], Track.Monza)).toBeNull();
  expect(otherTracksText([at(Track.Spa)], Track.Monza)).toBe('This session is at Spa, and the event is at Monza.');
  expect(otherTracksText([at(Track.Spa), at(Track.Monza)], Track.Monza)).toBe(
    '1 of these 2 sessions is at another track: the event is at Monza.',
  );
  expect(otherTracksText([at(Track.Spa), at(Track.Spa)], Track.Monza)).toBe(
    'These sessions are at another track: the event is at Monza.',
  );
});
