import { expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { treeOf } from './document.ts';
import { documentOf } from './first-part.ts';
import { applyPatch, type Tree } from './merge-patch.ts';
import { inParts } from './split-document.ts';
import { toDocument } from './to-document.ts';

const lap = { lapTime: 80_000, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false };
const overtake = { overtakingDriverIdx: 0, overtakenDriverIdx: 1, lapNum: 1, overtakingTime: null, utcTime: null };
const moving = driver({ lapTimes: [lap, { ...lap, lapTime: 79_500 }], lapDistance: 12.5, position: 1 });
const document = applyPatch(treeOf(toDocument(upload({ drivers: [moving], overtakes: [overtake] }))), {
  drivers: { 0: { livePosition: { x: 1, y: 2, z: 3 }, tyres: { 0: { tyreCompound: 17 } } } },
  weatherHistory: { 0: { timeOffSet: 0 }, 1: { timeOffSet: 5 } },
});

test('the first part has the last lap and weather, and no stints, passes and positions on the track', () => {
  const { first } = inParts(document);
  expect(first.document).toMatchObject({ trackId: 11, weatherHistory: { 1: { timeOffSet: 5 } } });
  expect(first.columns).toMatchObject({ position: [1], lapDistance: [12.5], 'lapTimes.1.lapTime': [79_500] });
  expect(JSON.stringify(first)).not.toMatch(/lapTimes\.0|"0":\{"timeOffSet|overtakes|livePosition|tyres/);
});

test('a column has the value of each car by its index, and null where it has none', () => {
  const drivers = { 1: { name: 'Ada', penalties: { 0: { lapNum: 3 } } }, 4: { name: 'Ben' } };
  expect(inParts({ drivers })).toEqual({
    first: {
      document: {},
      columns: { name: [null, 'Ada', null, null, 'Ben'], 'penalties.0.lapNum': [null, 3] },
    },
    rest: {},
  });
});

test('both parts together are the document, also one without drivers, with empty branches, and an empty one', () => {
  const empty: Tree[] = [{ trackId: 11 }, { drivers: {} }, { drivers: { 3: {}, 5: { tyres: {} } } }, {}];
  for (const whole of [document, ...empty]) {
    const { first, rest } = inParts(whole);
    expect(applyPatch(documentOf(first), rest)).toEqual(whole);
  }
});
