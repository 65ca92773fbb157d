import { expect, test } from 'vitest';
import { momentHref, readMoment } from './moment.ts';

test('a moment is the same after its address has been read', () => {
  const moment = { at: 754_200, cars: [3, 7] };
  expect(momentHref(moment)).toBe('?at=754.2&cars=3,7');
  expect(readMoment(momentHref(moment))).toEqual(moment);
  expect(readMoment(momentHref({ at: -5, cars: [] }))).toEqual({ at: 0, cars: [] });
});

test.each(['', '?at=', '?at=-1', '?at=1e3', '?at=12.34', '?at=NaN', '?tab=laps'])('%s is no moment', (search) => {
  expect(readMoment(search)).toBeNull();
});

test('cars that are none are left out, and one that is named twice is there once', () => {
  expect(readMoment('?at=1&cars=3,3,3,03,7')).toEqual({ at: 1_000, cars: [3, 7] });
  expect(readMoment('?at=1&cars=3,x,,100,4')).toEqual({ at: 1_000, cars: [3, 4] });
});
