import { expect, test } from 'vitest';
import { finisher } from '../../tests/fixtures/scored.ts';
import { session } from '../../tests/fixtures/session.ts';
import { SessionType, Track } from '../enumerations.ts';
import { driverSeason } from './driver-season.ts';
import { defaultRules, standingsOf } from './scoring.ts';

test('a driver has each race in order with the result, the team then, and the place in the championship after it', () => {
  const orders = [['Ada', 'Bo'], ['Bo'], ['Bo', 'Ada']];
  const events = orders.map((names, round) => ({
    id: `e${round}`,
    track: Track.Monza,
    sessions: [
      {
        sessionId: `s${round}`,
        sessionType: SessionType.Race,
        numberOfLaps: 20,
        drivers: names.map((name, index) =>
          finisher(index, index + 1, { name, team: name === 'Ada' && round < 2 ? 'Lanza' : 'Aurora' }),
        ),
      },
    ],
  }));
  const season = {
    scoring: defaultRules,
    standings: standingsOf(events),
    events: events.map(({ id, track, sessions }) => ({
      id,
      track,
      name: null,
      startsAt: null,
      sessions: sessions.map(({ sessionId }) => ({ session: session({ id: sessionId, podium: [] }), driverNames: [] })),
    })),
  };
  expect(
    driverSeason(season, 'Ada').map(({ round, result, team, place }) => [round, result?.position ?? null, team, place]),
  ).toEqual([
    [1, 1, 'Lanza', 1],
    [2, null, null, 2],
    [3, 2, 'Aurora', 2],
  ]);
  expect(driverSeason(season, 'Nobody')).toEqual([]);
});
