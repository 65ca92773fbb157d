import { expect, test, vi } from 'vitest';
import { makeOnce } from './make-once.ts';

test('a value is made when it is first needed, and never again', () => {
  const make = vi.fn(() => ({}));
  const value = makeOnce(make);
  expect(make).not.toHaveBeenCalled();
  const first = value();
  expect(value()).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
});
