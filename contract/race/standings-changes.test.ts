import { expect, test } from 'vitest';
import { movedRows, resultChanges, standingsChanges } from './standings-changes.ts';

const standings = (...rows: [name: string, points: number][]) => ({
  drivers: rows.map(([name, points]) => ({ name, points, team: null, results: [], aliases: [] })),
});

test('equal standings have no changes', () => {
  expect(standingsChanges(standings(['Ada', 25], ['Elin', 18]), standings(['Ada', 25], ['Elin', 18]))).toEqual([]);
});

test('a driver who changed places or points is listed, in the later order', () => {
  const before = standings(['Ada', 25], ['Elin', 18], ['Mika', 15]);
  const after = standings(['Elin', 18], ['Ada', 15], ['Mika', 15]);
  expect(standingsChanges(before, after)).toEqual([
    { name: 'Elin', positionBefore: 2, positionAfter: 1, pointsBefore: 18, pointsAfter: 18 },
    { name: 'Ada', positionBefore: 1, positionAfter: 2, pointsBefore: 25, pointsAfter: 15 },
  ]);
});

test('a driver who came or went has no position on the other side', () => {
  expect(standingsChanges(standings(['Ada', 25]), standings(['Elin', 25]))).toEqual([
    { name: 'Elin', positionBefore: null, positionAfter: 1, pointsBefore: 0, pointsAfter: 25 },
    { name: 'Ada', positionBefore: 1, positionAfter: null, pointsBefore: 25, pointsAfter: 0 },
  ]);
});

test('every row says how many places and points it has gained, and a new one that it has none before', () => {
  const before = standings(['Ada', 25], ['Elin', 18]);
  const after = standings(['Elin', 18], ['Ada', 15], ['Mika', 3]);
  expect(movedRows(before, after)).toEqual([
    { name: 'Elin', team: null, position: 1, points: 18, places: 1, gained: 0 },
    { name: 'Ada', team: null, position: 2, points: 15, places: -1, gained: -10 },
    { name: 'Mika', team: null, position: 3, points: 3, places: null, gained: 3 },
  ]);
});

test('results of one session are compared by car', () => {
  const result = (driverIdx: number, position: number, points: number, sessionId = 's') => ({
    sessionId,
    driverIdx,
    position,
    points,
    resultStatus: 3 as const,
    fastestLap: false,
  });
  const rows = (...given: [name: string, ...results: ReturnType<typeof result>[]][]) => ({
    drivers: given.map(([name, ...results]) => ({ name, points: 0, team: null, results, aliases: [] })),
  });
  const before = rows(
    ['Ada', result(1, 1, 25), result(1, 1, 25, 'other')],
    ['Elin', result(2, 2, 18)],
    ['Mika', result(3, 3, 15)],
  );
  const after = rows(
    ['Ada', result(1, 2, 18), result(1, 4, 12, 'other')],
    ['Elin', result(2, 1, 25)],
    ['Mika', result(3, 3, 15)],
  );
  expect(
    resultChanges(before, after, 's').map(({ name, before: one, after: other }) => [
      name,
      one?.position,
      other?.points,
    ]),
  ).toEqual([
    ['Elin', 2, 25],
    ['Ada', 1, 18],
  ]);
  expect(resultChanges(before, rows(), 's').map(({ name, after: other }) => [name, other])).toEqual([
    ['Ada', null],
    ['Elin', null],
    ['Mika', null],
  ]);
});
