import { expect, test } from 'vitest';
import type { Result, Season } from '#contract/entities/season';
import { ResultStatus, SessionType, Track } from '#contract/enumerations';
import { roundPicture } from './season-picture.ts';

const sessionId = '01900000-0000-7000-8000-000000000001';

test('a bonus that is in the points of a result is named beside them', () => {
  const result = (position: number, points: number, more: Partial<Result>): Result => ({
    sessionId,
    driverIdx: position,
    position,
    points,
    resultStatus: ResultStatus.Finished,
    fastestLap: false,
    ...more,
  });
  const drivers = [
    ['Ada Okoro', result(1, 27, { fastestLap: true, bonuses: bonuses('fastestLap', 'pole') })] as const,
    ['Luís Araújo', result(2, 18, {})] as const,
    ['Petra Novák', result(16, 1, { bonuses: bonuses('pole') })] as const,
  ].map(([name, own]) => ({ name, points: own.points, team: null, results: [own], aliases: [] }));
  const event = { id: sessionId, track: Track.Monza, name: null, startsAt: null, sessions: [] };
  const session = { id: sessionId, sessionType: SessionType.Race, sessionStartTime: '2026-05-02T20:00:00.000Z' };
  const season = { name: 'Spring', events: [event], standings: { drivers, tracks: [] } } as unknown as Season;
  const { rows } = roundPicture(season, { event, round: 1, session, scoring: 'race' } as never);
  expect(rows.map(({ name, value, note }) => [name, value, note])).toEqual([
    ['Ada Okoro', '27', 'FL · Pole'],
    ['Luís Araújo', '18', ''],
    ['Petra Novák', '1', 'Pole'],
  ]);
});

function bonuses(...kinds: readonly ('fastestLap' | 'pole')[]) {
  return kinds.map((kind) => ({ kind, points: 1 }));
}
