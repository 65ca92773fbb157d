import { expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { treeOf } from './document.ts';
import { applyPatch, createPatch } from './merge-patch.ts';
import { toDocument } from './to-document.ts';
import { viewOf } from './view.ts';

const lap = { lapTime: 80_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
const document = treeOf(
  toDocument(
    upload({
      drivers: [driver({ lapTimes: [lap, { ...lap, lapTime: 79_500 }], lapDistance: 12.5, position: 1 })],
      overtakes: [{ overtakingDriverIdx: 0, overtakenDriverIdx: 1, lapNum: 1, overtakingTime: null, utcTime: null }],
    }),
  ),
);

test('the full view is the document, with positions to 0.1 m', () => {
  expect(viewOf(document, 'full')).toEqual(document);
  const exact = { lapDistance: 80.06, livePosition: { x: -0.04, y: 1.25, z: -1.25 } };
  const moved = applyPatch(document, { drivers: { 0: exact } });
  const rounded = { lapDistance: 80.1, livePosition: { x: 0, y: 1.3, z: -1.2 } };
  expect(viewOf(moved, 'full')).toEqual(applyPatch(document, { drivers: { 0: rounded } }));
});

test('the table has the last lap of a driver, and no positions', () => {
  const table = viewOf(document, 'table');
  expect(table['drivers']).toEqual({
    0: {
      name: 'Ada Okoro',
      carNumber: 4,
      team: 'Meridian Racing',
      resultStatus: 3,
      position: 1,
      lapTimes: { 1: { lapTime: 79_500, invalidLap: false } },
    },
  });
  expect(table['overtakes']).toBeUndefined();
  expect(table['trackId']).toBe(11);
});

test('what a table does not show changes nothing in it', () => {
  const moved = applyPatch(document, { drivers: { 0: { lapDistance: 80 } }, overtakes: null });
  expect(createPatch(viewOf(document, 'table'), viewOf(moved, 'table'))).toEqual({});
});
