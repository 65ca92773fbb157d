import { expect, test } from 'vitest';
import { type Call, calls } from './calls.ts';
import { dependencies } from './dependencies.ts';

test('every call that changes something lists the reads that it affects', () => {
  const writes = Object.entries<Call>(calls).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]));
  expect(Object.keys(dependencies).sort()).toEqual([...writes, 'saveProfile'].sort());
});

test('affected reads are calls that read', () => {
  const names = Object.values(dependencies).flatMap((affected) => affected({ params: {} }).map(({ name }) => name));
  expect(names.filter((name) => calls[name].method !== 'GET')).toEqual([]);
});
