import { expect, test } from 'vitest';
import { session } from '../../tests/fixtures/session.ts';
import type { Season, SeasonEvent } from '../entities/season.ts';
import { ResultStatus, SessionType, Track } from '../enumerations.ts';
import { roundResults } from './round-result.ts';

const place = {
  carIndex: 4,
  name: 'ada_99',
  team: 'Lanza',
  totalRaceTime: null,
  totalPenaltiesSeconds: null,
  bestLapTimeMs: null,
  numberOfLaps: null,
};
const result = { driverIdx: 0, points: 25, fastestLap: false, resultStatus: ResultStatus.Finished };

function eventOf(id: string, sessions: SeasonEvent['sessions'][number]['session'][]): SeasonEvent {
  const attached = sessions.map((each) => ({ session: each, driverNames: [] }));
  return { id, track: Track.Monza, name: null, startsAt: null, sessions: attached };
}

test('an event has the winner by the standings, and the first of its last qualifying by the shown name', () => {
  const events = [
    eventOf('e1', [
      session({ id: 'r', sessionType: SessionType.Race, podium: [{ ...place, name: 'Bo' }] }),
      session({ id: 'q3', sessionType: SessionType.Q3, podium: [place] }),
      session({ id: 'q1', sessionType: SessionType.Q1, podium: [{ ...place, name: 'Bo' }] }),
    ]),
    eventOf('e2', [session({ id: 'p', sessionType: SessionType.P1, podium: [place] })]),
  ];
  const drivers = [
    {
      name: 'Ada',
      team: 'Aurora',
      points: 25,
      aliases: ['ada_99'],
      results: [{ ...result, sessionId: 'r', position: 1 }],
    },
  ];
  const season: Pick<Season, 'events' | 'standings' | 'aliases'> = {
    events,
    standings: { drivers, tracks: [] },
    aliases: [{ name: 'Ada', recordedNames: ['ada_99'] }],
  };
  expect(roundResults(season)).toEqual([
    { winner: { name: 'Ada', team: 'Aurora' }, pole: { name: 'Ada', team: 'Aurora' } },
    { winner: null, pole: null },
  ]);
  expect(roundResults({ ...season, aliases: [] })[0]?.pole).toEqual({ name: 'ada_99', team: 'Lanza' });
});
