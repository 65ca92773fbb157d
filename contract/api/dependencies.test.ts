import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import { dependencies } from './dependencies.ts';

test('affected reads are calls that read', () => {
  const names = Object.values(dependencies).flatMap((affected) => affected({ params: {} }).map(({ name }) => name));
  expect(names.filter((name) => calls[name].method !== 'GET')).toEqual([]);
});
