import { expect, test } from 'vitest';
import type { LiveSummary } from '#contract/entities/live-session';
import { newestSession } from './newest-session.ts';

const sessionAt = (id: string, seconds: number): LiveSummary => ({
  ...{ id, userId: 'ann', userName: 'Ann', trackId: null, sessionType: null, leaderName: null, currentLap: null },
  ...{ totalLaps: null, startedAt: new Date(seconds * 1_000).toISOString(), lastDataAt: null, isPrivate: false },
  ...{ delaySeconds: 5, state: 'live' },
});
const [first, next] = [sessionAt('first', 0), sessionAt('next', 600)];

test('the next session of a user is shown once a viewer with the delay sees its start: until then the one before runs', () => {
  const shownAt = (seconds: number, shown: LiveSummary | null, delay: number, sessions = [next]) =>
    newestSession(sessions, shown, { delay, now: seconds * 1_000 })?.id;
  expect([shownAt(610, first, 60), shownAt(664, first, 60), shownAt(665, first, 60)]).toEqual([
    'first',
    'first',
    'next',
  ]);
  expect([shownAt(610, first, 60, [next, first]), shownAt(665, first, 60, [first, next])]).toEqual(['first', 'next']);
  expect([shownAt(604, first, 0), shownAt(605, first, 0)]).toEqual(['first', 'next']);
  expect([shownAt(600, null, 60), shownAt(600, first, 60, [])]).toEqual(['next', 'first']);
});
