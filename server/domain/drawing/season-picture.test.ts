import { expect, test } from 'vitest';
import type { Result, Season } from '#contract/entities/season';
import { ResultStatus, SessionType, Track } from '#contract/enumerations';
import { toSvg } from './render-picture.ts';
import { fightPicture, roundPicture, standingsPicture } from './season-picture.ts';

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

test('the lines of a title fight that are alike without colour are dashed in different ways', async () => {
  const session = { id: sessionId, sessionType: SessionType.Race, numberOfLaps: 20, podium: [] };
  const events = [{ id: sessionId, track: Track.Monza, name: null, startsAt: null, sessions: [{ session }] }];
  // Red and blue are of the same lightness, cream is lighter.
  const teams = [['Ada', 'Ferrari'] as const, ['Bo', 'Red Bull'] as const, ['Cy', 'Cadillac'] as const];
  const drivers = teams.map(([name, team], index) => {
    const result = { sessionId, driverIdx: index, position: index + 1, points: 25 - index * 7, fastestLap: false };
    return { name, team, points: result.points, aliases: [], results: [result] };
  });
  const season = { name: 'Spring', events, standings: { drivers, tracks: [] } } as unknown as Season;
  const picture = fightPicture(season);
  expect(picture.chart?.lines.map(({ name, dash }) => [name, dash])).toEqual([
    ['Ada', undefined],
    ['Bo', '7 4'],
    ['Cy', undefined],
  ]);
  // They are twice as wide as on the page, and so are their dashes.
  expect((await toSvg(picture, 'wide')).match(/stroke-width="5"[^>]*stroke-dasharray="[^"]*"/g)).toEqual([
    expect.stringContaining('"14 8"'),
  ]);
});

test('the second driver of a team has a mark in standings, rounds and the line of a title fight, a team has none', () => {
  const startedAt = { sessionStartTime: '2026-05-02T20:00:00.000Z' };
  const session = { id: sessionId, sessionType: SessionType.Race, numberOfLaps: 20, podium: [], ...startedAt };
  const event = { id: sessionId, track: Track.Monza, name: null, startsAt: null, sessions: [{ session }] };
  const drivers = ['Zhou', 'Araújo', 'Novák'].map((name, index) => {
    const team = name === 'Novák' ? 'Boreal' : 'Aurora';
    const result = { sessionId, driverIdx: index, position: index + 1, points: 25 - index * 7, fastestLap: false };
    return { name, team, points: result.points, aliases: [], results: [result] };
  });
  const teams = ['Aurora', 'Boreal'].map((name) => ({ name, points: 1, results: [] }));
  const standings = { drivers, teams, tracks: [] };
  const season = { name: 'Spring', events: [event], standings } as unknown as Season;
  const marked = ({ rows }: { readonly rows: readonly { readonly name: string; readonly isSecond: boolean }[] }) =>
    rows.filter(({ isSecond }) => isSecond).map(({ name }) => name);
  expect(marked(standingsPicture(season, 'drivers'))).toEqual(['Zhou']);
  expect(marked(standingsPicture(season, 'teams'))).toEqual([]);
  expect(marked(roundPicture(season, { event, round: 1, session, scoring: 'race' } as never))).toEqual(['Zhou']);
  const lines = fightPicture(season).chart?.lines.filter(({ dash }) => dash !== undefined);
  expect(lines?.map(({ name }) => name)).toContain('Zhou');
  expect(lines?.map(({ name }) => name)).not.toContain('Araújo');
});

function bonuses(...kinds: readonly ('fastestLap' | 'pole')[]) {
  return kinds.map((kind) => ({ kind, points: 1 }));
}
