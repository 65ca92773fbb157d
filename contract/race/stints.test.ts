import { expect, test } from 'vitest';
import { TyreCompound } from '../enumerations.ts';
import { compoundAt, stintsOf } from './stints.ts';

const tyres = [
  { tyreCompound: TyreCompound.Soft, endLap: 6 },
  { tyreCompound: TyreCompound.Hard, endLap: 15 },
];

test('a stint begins on the lap after the one before it', () => {
  expect(stintsOf({ tyres })).toEqual([
    { compound: TyreCompound.Soft, fromLap: 1, toLap: 6 },
    { compound: TyreCompound.Hard, fromLap: 7, toLap: 15 },
  ]);
});

test('the compound of a lap is that of its stint, and null after the last stint', () => {
  expect([1, 6, 7, 15, 16].map((lap) => compoundAt({ tyres }, lap))).toEqual([
    TyreCompound.Soft,
    TyreCompound.Soft,
    TyreCompound.Hard,
    TyreCompound.Hard,
    null,
  ]);
});
