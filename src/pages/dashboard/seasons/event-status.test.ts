import { expect, test } from 'vitest';
import type { SeasonEvent } from '#contract/entities/season';
import { SessionType, Track } from '#contract/enumerations';
import { session } from '../../../../tests/fixtures/session.ts';
import { eventStatus } from './event-status.ts';

const id = '01900000-0000-7000-8000-00000000beef';
const blank: SeasonEvent = { id, track: Track.Spa, name: null, startsAt: null, sessions: [] };
const of = (...types: SessionType[]) =>
  types.map((sessionType) => ({ session: { ...session({ sessionType }), podium: [] }, driverNames: [] }));
const now = Date.parse('2026-05-09T20:00:00.000Z');
const [earlier, later] = ['2026-05-09T18:00:00.000Z', '2026-05-09T21:00:00.000Z'];

test.each<[Partial<SeasonEvent>, string]>([
  [{}, 'undated'],
  [{ startsAt: later }, 'planned'],
  [{ startsAt: earlier }, 'overdue'],
  [{ startsAt: earlier, sessions: of(SessionType.ShortQualifying) }, 'overdue'],
  [{ startsAt: later, sessions: of(SessionType.ShortQualifying, SessionType.Race) }, 'raced'],
  [{ sessions: of(SessionType.Race), liveId: id }, 'live'],
])('an event with %j is %s', (given, kind) => {
  expect(eventStatus({ ...blank, ...given }, now).kind).toBe(kind);
});
