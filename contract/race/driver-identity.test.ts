import { describe, expect, test } from 'vitest';
import { ResultStatus } from '../enumerations.ts';
import { type CarIdentity, isSameDriver, nameOfDriver } from './driver-identity.ts';

const car = (more: Partial<CarIdentity> = {}): CarIdentity => ({
  carIndex: 2,
  name: 'Cam Ferreira',
  carNumber: 4,
  team: 'Ferrari',
  networkId: null,
  resultStatus: null,
  ...more,
});

describe('two cars of a session', () => {
  test.each([
    ['with one name, number and team', {}, {}, true],
    ['whose names differ in case alone', { name: 'CAM FERREIRA' }, {}, true],
    ['whose teams are two spellings of one', { team: 'Alpha Tauri' }, { team: 'AlphaTauri' }, true],
    ['with two names', { name: 'Bo Lindqvist' }, {}, false],
    ['with two numbers', { carNumber: 5 }, {}, false],
    ['with two teams', { team: 'Mercedes' }, {}, false],
    ['with two teams and one network id', { team: 'Mercedes', networkId: 3 }, { networkId: 3 }, true],
    ['with one number and two network ids', { networkId: 3 }, { networkId: 7 }, true],
    ['that both finished', { resultStatus: ResultStatus.Finished }, { resultStatus: ResultStatus.Finished }, false],
    ['of which one finished', { resultStatus: ResultStatus.Finished }, { resultStatus: ResultStatus.Retired }, true],
    ['without a number', { carNumber: null }, { carNumber: null }, false],
    [
      'without a public name and with two network ids',
      { name: 'Player', networkId: 3 },
      { name: 'Player', networkId: 7 },
      false,
    ],
    [
      'without a public name and with one network id',
      { name: 'Player', networkId: 3 },
      { name: 'Player', networkId: 3 },
      true,
    ],
    ['without a public name, with one number and team', { name: 'Player' }, { name: 'Player' }, true],
  ])('%s', (_, one, other, isSame) => {
    expect(isSameDriver(car(one), car({ carIndex: 4, ...other }))).toBe(isSame);
    expect(isSameDriver(car({ carIndex: 4, ...other }), car(one))).toBe(isSame);
  });
});

test('a driver who comes back in another car has the name of the first one', () => {
  const [first, second] = [car(), car({ carIndex: 4 })];
  expect(nameOfDriver(second, [first, second], new Map([[2, 'Cam Ferreira']]))).toBe('Cam Ferreira');
});
