import { expect, test } from 'vitest';
import { SessionStatus, SessionType, Track } from '#contract/enumerations';
import { driver, session } from '#tests/fixtures/session';
import { sessionPicture } from './session-picture.ts';

test.each([
  [SessionType.ShortQualifying, 'Spa Short qualifying'],
  [SessionType.Q1, 'Spa Qualifying 1'],
  [SessionType.OneShotSprintShootout, 'Spa One-shot sprint shootout'],
])('a session of the type %s is called %s, as on its page', (sessionType, title) => {
  expect(sessionPicture(session({ trackId: Track.Spa, sessionType }), []).title).toBe(title);
});

test('the second car of a team has a mark, wherever it finished', () => {
  const drivers = [
    ['Zhou', 'Aurora'],
    ['Novák', 'Boreal'],
    ['Araújo', 'Aurora'],
  ].map(([name = '', team = ''], carIndex) => driver({ carIndex, name, team, finishingPosition: carIndex + 1 }));
  const { rows } = sessionPicture(session({ drivers }), []);
  expect(rows.map(({ name, isSecond }) => [name, isSecond])).toEqual([
    ['Zhou', true],
    ['Novák', false],
    ['Araújo', false],
  ]);
});

test('the picture of an incomplete race says so, and after how many laps', () => {
  const drivers = [driver({ name: 'Ada', position: 1, finishingPosition: null, numberOfLaps: 4, totalRaceTime: null })];
  const given = { drivers, numberOfLaps: 10, sessionStartTime: '2026-05-01T18:00:00.000Z' };
  expect(sessionPicture(session({ ...given, sessionStatus: SessionStatus.InProgress }), []).subtitle).toBe(
    '1 May 2026 · Incomplete, stopped after lap 4 of 10',
  );
  expect(sessionPicture(session(given), []).subtitle).toBe('1 May 2026');
});
