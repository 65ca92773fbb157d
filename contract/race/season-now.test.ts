import { expect, test } from 'vitest';
import { session } from '../../tests/fixtures/session.ts';
import type { Season, SeasonEvent } from '../entities/season.ts';
import { SessionType, Track } from '../enumerations.ts';
import { seasonNowOf } from './season-now.ts';

const liveId = '01900000-0000-7000-8000-00000000beef';
const blank: SeasonEvent = { id: 'e1', track: Track.Spa, name: null, startsAt: null, sessions: [] };
const qualifying = [
  { session: { ...session({ sessionType: SessionType.ShortQualifying }), podium: [] }, driverNames: [] },
];

function nowOf(...events: Partial<SeasonEvent>[]) {
  const season: Pick<Season, 'events' | 'standings'> = {
    events: events.map((given, index) => ({ ...blank, id: `e${index + 1}`, ...given })),
    standings: { drivers: [], teams: [], tracks: [] },
  };
  const { live, next } = seasonNowOf(season, Date.parse('2026-05-09T20:00:00.000Z'));
  return { live: live.map((each) => [each.round, each.liveId]), next: next?.round ?? null };
}

test('without a live race the first round without a race is next, also one whose qualifying is stored', () => {
  expect(nowOf({ sessions: qualifying }, {}, {})).toEqual({ live: [], next: 1 });
});

test('a round with a live race is live, and the round after it is next', () => {
  expect(nowOf({ liveId }, {})).toEqual({ live: [[1, liveId]], next: 2 });
  expect(nowOf({ liveId })).toEqual({ live: [[1, liveId]], next: null });
});

test('a round with a live race is live when its qualifying is stored, and the round after it is next', () => {
  expect(nowOf({ sessions: qualifying, liveId }, {})).toEqual({ live: [[1, liveId]], next: 2 });
});

test('all rounds with a live race are live, in the order of the calendar', () => {
  const other = liveId.replace('beef', 'cafe');
  expect(nowOf({ liveId }, { liveId: other }, {})).toEqual({
    live: [
      [1, liveId],
      [2, other],
    ],
    next: 3,
  });
});
