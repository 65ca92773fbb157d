import { expect, test } from 'vitest';
import { rulingForEachCar } from './ruling-cars.ts';

const given = { sessionId: 's', reason: 'Collision', kind: 'time', carIndex: 4, milliseconds: 5_000 } as const;

test('each car of an incident gets the ruling once', () => {
  expect(rulingForEachCar(given)).toEqual([given]);
  expect(rulingForEachCar({ ...given, otherCars: [2, 4, 2] })).toEqual([given, { ...given, carIndex: 2 }]);
});

test('a session is excluded once', () => {
  const excluded = { sessionId: 's', reason: 'Bug', kind: 'excludeSession' } as const;
  expect(rulingForEachCar(excluded)).toEqual([excluded]);
});
