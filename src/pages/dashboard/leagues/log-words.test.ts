import { expect, test } from 'vitest';
import { calls } from '#contract/calls/by-name';
import { logText } from './log-words.ts';

const entry = (action: string, subject: string | null = null) => ({
  id: '01900000-0000-7000-8000-000000000001',
  at: '2026-05-01T18:00:00.000Z',
  seasonId: null,
  seasonName: null,
  userId: null,
  userName: 'Ada',
  action,
  subject,
});

test('every call that needs a right and changes something has words of its own', () => {
  const logged = Object.entries(calls).filter(
    ([name, call]) =>
      typeof call.access === 'object' &&
      call.method !== 'GET' &&
      !/^(preview|delete|edit)(Standings|League|(League|Season)Section)$/.test(name),
  );
  expect(logged.length).toBeGreaterThan(30);
  expect(logged.filter(([name]) => logText(entry(name)) === 'made a change').map(([name]) => name)).toEqual([]);
});

test.each([
  ['setMemberRoles', 'Max', 'changed the role of Max'],
  ['deleteMember', 'Max', 'removed Max'],
  ['deleteMember', 'Ada', 'left'],
  ['handOverLeague', null, 'handed the league over to a member'],
  ['aCallOfTheFuture', null, 'made a change'],
])('%s of %s is said as: %s', (action, subject, text) => {
  expect(logText(entry(action, subject))).toBe(text);
});
