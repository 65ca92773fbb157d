import { expect, test } from 'vitest';
import { ruling } from '../../tests/fixtures/scored.ts';
import { ResultStatus } from '../enumerations.ts';
import { rulingForEachCar, rulingsInForce, untimedCars } from './rulings.ts';

const given = { sessionId: 's', reason: 'Collision', kind: 'time', carIndex: 4, milliseconds: 5_000 } as const;

test('each car of an incident gets the ruling once', () => {
  expect(rulingForEachCar(given)).toEqual([given]);
  expect(rulingForEachCar({ ...given, otherCars: [2, 4, 2] })).toEqual([given, { ...given, carIndex: 2 }]);
});

test('neither a draft nor a withdrawn ruling is in force', () => {
  const made = ruling({ kind: 'disqualify' });
  const others = [
    ruling({ kind: 'disqualify', state: 'draft' }),
    ruling({ kind: 'disqualify', withdrawnAt: made.madeAt }),
  ];
  expect(rulingsInForce([...others, made])).toEqual([made]);
});

test('a session is excluded once', () => {
  const excluded = { sessionId: 's', reason: 'Bug', kind: 'excludeSession' } as const;
  expect(rulingForEachCar(excluded)).toEqual([excluded]);
});

test('seconds change no place of a car that finished without a known time', () => {
  const finished = { resultStatus: ResultStatus.Finished, totalRaceTime: null };
  const drivers = [
    { ...finished, carIndex: 1, totalRaceTime: 0 },
    { ...finished, carIndex: 2 },
    { ...finished, carIndex: 3 },
    { ...finished, carIndex: 4 },
    { ...finished, carIndex: 5, resultStatus: ResultStatus.Retired },
  ];
  const carsOf = (ruling: Parameters<typeof untimedCars>[0]) =>
    untimedCars(ruling, drivers).map(({ carIndex }) => carIndex);
  expect(carsOf({ ...given, otherCars: [1, 2, 5] })).toEqual([2, 4]);
  expect(carsOf(given)).toEqual([4]);
  expect(carsOf({ sessionId: 's', reason: 'Collision', kind: 'places', carIndex: 4, places: 1 })).toEqual([]);
});
