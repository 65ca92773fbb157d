import { expect, test } from 'vitest';
import { upload } from '../../tests/fixtures/session.ts';
import type { SessionEvent, SessionSummary } from '../entities/session.ts';
import { SessionStatus, SessionType } from '../enumerations.ts';
import { weekendsOf } from './weekends.ts';

function session(id: string, given: Partial<SessionSummary>): SessionSummary {
  const { drivers: _, ...summary } = upload({});
  return { ...summary, id, sessionId: id, userId: 'u', userName: null, weekendId: null, podium: [], ...given };
}

// Only the fields that count here.
const inEvent = (eventId: string, scoring: SessionEvent['scoring']) => [{ eventId, scoring } as SessionEvent];

test('sessions of one event or of one weekend of the game are together, under the race that is no sprint', () => {
  const weekends = weekendsOf([
    session('sprint', { events: inEvent('e1', 'sprint') }),
    session('race', { events: inEvent('e1', 'race'), weekendId: 'u.7' }),
    session('other', {}),
    session('q3', { sessionType: SessionType.Q3, weekendId: 'u.7' }),
    session('practice', { sessionType: SessionType.P1, weekendId: 'u.8' }),
    session('alone', { weekendId: 'u.0' }),
    session('alone too', { weekendId: 'u.0' }),
  ]);
  expect(weekends.map(({ main, others }) => [main.id, others.map(({ id }) => id)])).toEqual([
    ['race', ['sprint', 'q3']],
    ['other', []],
    ['practice', []],
    ['alone', []],
    ['alone too', []],
  ]);
});

test('an incomplete recording is the result of no weekend with a finished session, and no weekend above one', () => {
  const sessionStatus = SessionStatus.InProgress;
  const weekends = weekendsOf([
    session('abandoned alone', { sessionStatus }),
    session('abandoned race', { sessionStatus, weekendId: 'u.7' }),
    session('q3', { sessionType: SessionType.Q3, weekendId: 'u.7' }),
    session('abandoned', { sessionStatus, weekendId: 'u.8' }),
    session('restarted', { weekendId: 'u.8' }),
  ]);
  expect(weekends.map(({ main, others }) => [main.id, others.map(({ id }) => id)])).toEqual([
    ['q3', ['abandoned race']],
    ['restarted', ['abandoned']],
    ['abandoned alone', []],
  ]);
});
