import { expect, test } from 'vitest';
import { event, finisher, race } from '../../tests/fixtures/scored.ts';
import { upload } from '../../tests/fixtures/session.ts';
import type { RosterDriver } from '../entities/roster.ts';
import type { Season } from '../entities/season.ts';
import { drivenSeasonOf } from './drives.ts';
import { defaultRules, standingsOf } from './scoring.ts';

const [maxId, liaId] = ['01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000a2'];
const rules = { ...defaultRules, fastestLapBonus: 0 };
const max: RosterDriver = {
  id: maxId,
  name: 'Max',
  number: 4,
  team: 'Aurora',
  isReserve: false,
  changes: [{ eventId: 'e2', team: 'Lanza', isReserve: true }],
};

test('a driver’s season has the latest seat and the races, the latest first; without a result it is empty', () => {
  const { drivers: _, ...summary } = upload({});
  const attached = (id: string, day: number) => ({
    session: { ...summary, id, sessionStartTime: `2026-05-0${day}T18:00:00.000Z`, podium: [] },
    driverNames: [],
  });
  const events = [1, 2].map((day) => ({
    id: `e${day}`,
    track: 11,
    name: null,
    startsAt: null,
    sessions: [attached(`s${day}`, day)],
  }));
  const results = events.map(({ id }, index) =>
    event([race([finisher(0, 1, { name: 'Ben' }), finisher(1, 2, { name: 'Max' })], { sessionId: `s${index + 1}` })], {
      id,
    }),
  );
  const roster = [max, { ...max, id: liaId, name: 'Lia', changes: [] }];
  const standings = standingsOf(results, rules, [], [], roster);
  // Only the fields that count here.
  const season = { events, standings, roster } as unknown as Season;
  const drive = { track: 11, eventName: null, scoring: 'race', position: 2, resultStatus: 3, points: 18 };
  expect(drivenSeasonOf(season, maxId)).toEqual({
    driver: { id: maxId, name: 'Max', number: 4, team: 'Lanza', isReserve: true },
    position: 2,
    points: 36,
    drives: [
      { ...drive, sessionId: 's2', startedAt: '2026-05-02T18:00:00.000Z' },
      { ...drive, sessionId: 's1', startedAt: '2026-05-01T18:00:00.000Z' },
    ],
  });
  const chosen: Season = { ...season, teamColours: [{ team: 'Lanza', colour: 'lime' }] };
  expect(drivenSeasonOf(chosen, maxId)?.driver).toMatchObject({ team: 'Lanza', colour: 'lime' });
  expect(drivenSeasonOf(season, liaId)).toMatchObject({ position: null, points: 0, drives: [] });
  expect(drivenSeasonOf(season, 'gone')).toBeNull();
});
