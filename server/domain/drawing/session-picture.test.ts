import { expect, test } from 'vitest';
import { SessionType, Track } from '#contract/enumerations';
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
