import { expect, test } from 'vitest';
import { session as summary } from '../../tests/fixtures/session.ts';
import type { EventSession } from '../entities/season.ts';
import { Track } from '../enumerations.ts';
import { suggestEvent } from './suggested-event.ts';

const event = (id: string, track: Track, startsAt: string | null = null, attached: readonly string[] = []) => ({
  id,
  track,
  startsAt,
  sessions: attached.map((each): EventSession => ({ session: summary({ id: each }), driverNames: [] })),
});
const session = (trackId: Track, day = '2026-05-01', id = 'new') => ({
  id,
  trackId,
  sessionStartTime: `${day}T18:00:00.000Z`,
});

test('suggests the event at the track of the sessions that is nearest in time', () => {
  const events = [
    event('spring', Track.Monza, '2026-04-20T18:00:00.000Z'),
    event('other', Track.Spa, '2026-05-01T18:00:00.000Z'),
    event('autumn', Track.Monza, '2026-09-06T18:00:00.000Z'),
    event('undated', Track.Monza),
  ];
  expect(suggestEvent(events, [session(Track.Monza)])).toBe('spring');
  expect(suggestEvent(events, [session(Track.Monza, '2026-09-01'), session(Track.Monza)])).toBe('autumn');
});

test('without dates suggests the first event that has no sessions yet', () => {
  const events = [
    event('run', Track.Monza, null, ['one', 'two']),
    event('next', Track.Monza),
    event('last', Track.Monza),
  ];
  expect(suggestEvent(events, [session(Track.Monza)])).toBe('next');
});

test('suggests no event to a session that is in one of the season, and goes by the others beside it', () => {
  const events = [
    event('spring', Track.Monza, '2026-05-01T18:00:00.000Z', ['run']),
    event('spa', Track.Spa, '2026-05-08T18:00:00.000Z'),
    event('autumn', Track.Monza, '2026-09-06T18:00:00.000Z'),
  ];
  const run = session(Track.Monza, '2026-05-01', 'run');
  expect(suggestEvent(events, [run])).toBeNull();
  expect(suggestEvent(events, [run, session(Track.Spa)])).toBe('spa');
  expect(suggestEvent(events, [run, session(Track.Monza, '2026-09-05')])).toBe('autumn');
});

test('suggests nothing for another track, several tracks, or no sessions', () => {
  const events = [event('one', Track.Monza)];
  expect(suggestEvent(events, [session(Track.Spa)])).toBeNull();
  expect(suggestEvent(events, [session(Track.Monza), session(Track.Spa)])).toBeNull();
  expect(suggestEvent(events, [])).toBeNull();
});
