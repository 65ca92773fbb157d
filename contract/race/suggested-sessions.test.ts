import { expect, test } from 'vitest';
import { session } from '../../tests/fixtures/session.ts';
import { Track } from '../enumerations.ts';
import { attachableSessions, attachedSessionIds } from './suggested-sessions.ts';

const idOf = (number: number) => `01900000-0000-7000-8000-00000000000${number}`;
const run = (number: number, trackId: Track, day: string) =>
  session({ id: idOf(number), trackId, sessionStartTime: `2026-05-${day}T18:00:00.000Z` });

test('sessions of the track near the start come first, then those of the track, then the rest by time', () => {
  const sessions = [
    run(1, Track.Spa, '10'),
    run(2, Track.Monza, '20'),
    run(3, Track.Monza, '11'),
    run(4, Track.Monza, '10'),
    run(5, Track.Spa, '30'),
  ];
  const found = attachableSessions({ track: Track.Monza, startsAt: '2026-05-10T19:00:00.000Z' }, sessions, new Set());
  expect(found.map((each) => [each.session.id, each.isSuggested])).toEqual([
    [idOf(4), true],
    [idOf(3), true],
    [idOf(2), false],
    [idOf(1), false],
    [idOf(5), false],
  ]);
});

test('without a planned start the newest session of the track is first, and all of the track are suggested', () => {
  const sessions = [run(1, Track.Monza, '10'), run(2, Track.Monza, '20'), run(3, Track.Spa, '30')];
  const found = attachableSessions({ track: Track.Monza, startsAt: null }, sessions, new Set());
  expect(found.map((each) => [each.session.id, each.isSuggested])).toEqual([
    [idOf(2), true],
    [idOf(1), true],
    [idOf(3), false],
  ]);
});

test('a session of the season is not offered again', () => {
  const attached = run(1, Track.Monza, '10');
  const event = {
    id: idOf(9),
    track: Track.Monza,
    name: null,
    startsAt: null,
    sessions: [{ session: attached, driverNames: [] }],
  };
  const ids = attachedSessionIds([event]);
  expect(attachableSessions(event, [attached, run(2, Track.Monza, '11')], ids).map((each) => each.session.id)).toEqual([
    idOf(2),
  ]);
});
