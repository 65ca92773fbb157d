import { expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { ResultStatus } from '../enumerations.ts';
import { toDocument } from '../live/to-document.ts';
import { createBattlePicker, gapBetween } from './battle.ts';
import { timingOf } from './live-timing.ts';

/** A race in which car n is on place n + 1, with these intervals; null for a car that is out. */
function linesOf(...intervals: readonly (number | null)[]) {
  let gap = 0;
  const drivers = [0, ...intervals].map((interval, carIndex) => {
    gap += interval ?? 0;
    return driver({
      carIndex,
      name: `Driver ${carIndex}`,
      position: carIndex + 1,
      resultStatus: interval === null ? ResultStatus.Retired : ResultStatus.Active,
      deltaToCarAhead: carIndex === 0 ? null : interval,
      deltaToLeader: carIndex === 0 ? null : gap,
    });
  });
  return timingOf(toDocument(upload({ sessionStatus: 2, trackLength: 5_000, drivers }))).lines;
}

const carsOf = (battle: ReturnType<ReturnType<typeof createBattlePicker>>) => battle?.map(({ carIndex }) => carIndex);

test('the closest battle is chosen, and stays for 20 seconds although another becomes closer', () => {
  const pick = createBattlePicker();
  expect(carsOf(pick(linesOf(900, 300, 2_000), 0))).toEqual([1, 2]);
  expect(carsOf(pick(linesOf(200, 800, 2_000), 19_999))).toEqual([1, 2]);
  expect(carsOf(pick(linesOf(200, 800, 2_000), 20_000))).toEqual([0, 1]);
});

test('a battle ends when one of both is out, and another is chosen at once', () => {
  const pick = createBattlePicker();
  expect(carsOf(pick(linesOf(900, 300, 2_000), 0))).toEqual([1, 2]);
  expect(carsOf(pick(linesOf(900, 2_000, null), 100))).toEqual([1, 2]);
  expect(carsOf(pick(linesOf(900, null, 2_000), 200))).toEqual([0, 1]);
});

test('without two cars on the track there is no battle', () => {
  expect(createBattlePicker()(linesOf(null), 0)).toBeNull();
  expect(createBattlePicker()([], 0)).toBeNull();
});

test('the gap of cars that do not follow each other is the difference of their gaps', () => {
  const lines = linesOf(900, 300, 2_000);
  const gapOf = (one: number, other: number) => {
    const [ahead, behind] = [lines[one], lines[other]];
    if (ahead === undefined || behind === undefined) throw new Error('no such place');
    return gapBetween([ahead, behind]);
  };
  expect([gapOf(0, 1), gapOf(0, 3), gapOf(1, 3)]).toEqual([
    { milliseconds: 900 },
    { milliseconds: 3_200 },
    { milliseconds: 2_300 },
  ]);
});
