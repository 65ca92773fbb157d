import { expect, test } from 'vitest';
import { upload } from '../../tests/fixtures/session.ts';
import { startingAt } from './recording.ts';

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
