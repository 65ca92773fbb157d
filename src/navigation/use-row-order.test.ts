import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stayingRows } from './use-row-order.ts';

test('a row that falls back is the only one that moves', () => {
  expect([...stayingRows([0, 2, 3, 4, 1], 0)]).toEqual([0, 1, 2, 3]);
  expect([...stayingRows([0, 2, 3, 4, 1], 4)]).toEqual([0, 4]);
});

test('the rows that stay are in order, the pinned one is among them, and no others would be more', () => {
  const lists = fc.integer({ min: 1, max: 8 }).chain((length) =>
    fc.tuple(
      fc.shuffledSubarray(
        Array.from({ length }, (_, index) => index),
        { minLength: length },
      ),
      fc.nat({ max: length - 1 }),
    ),
  );
  fc.assert(
    fc.property(lists, ([numbers, pinned]) => {
      const rises = (places: readonly number[]) =>
        places.every((place, index) => index === 0 || Number(numbers[place]) > Number(numbers[places[index - 1] ?? 0]));
      const staying = [...stayingRows(numbers, pinned)];
      expect([rises(staying), staying.includes(pinned)]).toEqual([true, true]);
      for (let mask = 0; mask < 2 ** numbers.length; mask += 1) {
        const chosen = numbers.flatMap((_, place) => (mask & (1 << place) ? [place] : []));
        if (chosen.includes(pinned) && rises(chosen)) expect(chosen.length).toBeLessThanOrEqual(staying.length);
      }
    }),
  );
});
