import { expect, test } from 'vitest';
import type { LiveSummary } from '#contract/entities/live-session';
import { canRecord, runningOf, sortedText } from './own-live.ts';

const id = '01900000-0000-7000-8000-00000000beef';
const live: LiveSummary = {
  id,
  userId: id,
  userName: 'Max',
  trackId: null,
  sessionType: null,
  leaderName: null,
  currentLap: null,
  totalLaps: null,
  startedAt: '2026-05-09T20:00:00.000Z',
  lastDataAt: null,
  isPrivate: false,
  delaySeconds: 0,
  state: 'live',
};

test('a session runs until it has ended, also while its recorder is silent', () => {
  const silent = { ...live, state: 'recorderLost' } as const;
  expect(runningOf([live, { ...live, state: 'ended' }, silent])).toEqual([live, silent]);
  expect(runningOf(null)).toEqual([]);
});

test.each([
  [{ sessions: 0, recorders: 0, live: 0 }, false],
  [{ sessions: 1, recorders: 0, live: 0 }, true],
  [{ sessions: 0, recorders: 1, live: 0 }, true],
  [{ sessions: 0, recorders: 0, live: 1 }, true],
])('the step to record is done with %j: %s', (given, isDone) => {
  expect(canRecord(given)).toBe(isDone);
});

test('where a race is live, a race night waits for its end instead of the recorder', () => {
  expect(sortedText(true)).toContain('Your live race is stored when it ends.');
  expect(sortedText(false)).toContain('wait for the recorder');
});
