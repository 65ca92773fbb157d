import { expect, test } from 'vitest';
import { upload } from '../../tests/fixtures/session.ts';
import { startFault, startingAt } from './recording.ts';

test('an upload that began at another time ends as much earlier or later', () => {
  const given = upload({ sessionStartTime: '2026-05-01T18:00:00.000Z' });
  const moved = startingAt(given, '2026-04-30T19:00:00.000Z');
  expect(moved).toEqual({
    ...given,
    sessionStartTime: '2026-04-30T19:00:00.000Z',
    sessionEndTime: '2026-04-30T20:00:00.000Z',
  });
  expect(startingAt({ ...given, sessionEndTime: null }, moved.sessionStartTime).sessionEndTime).toBeNull();
});

test('a session that a person dates has begun by now, and in 1970 or later', () => {
  const now = Date.parse('2026-05-01T18:00:30.000Z');
  const starts = ['2026-05-01T18:00:00.000Z', '2026-05-01T18:01:00.000Z', '1970-01-01T00:00:00.000Z'];
  expect(
    [...starts, '1969-12-31T23:59:00.000Z', '9999-01-01T00:00:00.000Z'].map((each) => startFault(each, now)),
  ).toEqual([null, 'future', null, 'tooEarly', 'future']);
});
