import { expect, test } from 'vitest';
import type { SessionSummary } from '#contract/entities/session';
import { SessionStatus, SessionType } from '#contract/enumerations';
import { trackRecords } from './track-records.ts';

const session = (id: string, sessionType: SessionType, name: string, bestLapTimeMs: number | null) =>
  ({
    id,
    sessionType,
    sessionStatus: SessionStatus.Finished,
    podium: [
      { carIndex: 0, name, team: null, totalRaceTime: 1, totalPenaltiesSeconds: 0, bestLapTimeMs, numberOfLaps: 5 },
    ],
  }) as unknown as SessionSummary;

test('the fastest lap of a qualifying and the drivers with the most wins are the records of a track', () => {
  const sessions = [
    session('1', SessionType.Race, 'Ada', 70_000),
    session('2', SessionType.Q3, 'Bo', 81_000),
    session('3', SessionType.P1, 'Cy', 80_500),
    session('4', SessionType.Race, 'Bo', null),
    session('5', SessionType.Race, 'Ada', null),
  ];
  expect(trackRecords(sessions)).toEqual({
    fastest: { name: 'Cy', time: '1:20.500', sessionId: '3' },
    winners: [
      { name: 'Ada', wins: 2 },
      { name: 'Bo', wins: 1 },
    ],
  });
});

test('a session without a result is no record', () => {
  expect(trackRecords([{ ...session('1', SessionType.Race, 'Ada', 1), podium: [] }])).toBeNull();
});
