import { expect, test } from 'vitest';
import { WaitingList } from './waiting-list.ts';

/** Adds clients by name; returns the names of the evicted ones. */
function createList(limits: ConstructorParameters<typeof WaitingList>[0]) {
  const list = new WaitingList(limits);
  const givenUp: string[] = [];
  const add = (name: string, client: { address: string; account?: string }) =>
    list.add(client, () => givenUp.push(name));
  return { list, givenUp, add };
}

test('beyond the limit of a network its own oldest is given up', () => {
  const { list, givenUp, add } = createList({ total: 10, network: 2, site: 3 });
  add('other', { address: '192.0.2.1' });
  for (const name of ['a', 'b', 'c']) add(name, { address: '2001:db8:1:1::1' });
  expect(givenUp).toEqual(['a']);
  for (const name of ['d', 'e']) add(name, { address: '2001:db8:1:2::1' });
  expect(givenUp).toEqual(['a', 'b']);
  expect(list.size).toBe(4);
});

test('beyond the total the oldest of all is given up, and one that was removed is not', () => {
  const { list, givenUp, add } = createList({ total: 2, account: 10 });
  const remove = add('a', { address: '127.0.0.1', account: 'ann' });
  add('b', { address: '127.0.0.1', account: 'ann' });
  remove();
  add('c', { address: '127.0.0.1' });
  expect(givenUp).toEqual([]);
  add('d', { address: '127.0.0.1' });
  expect(givenUp).toEqual(['b']);
  remove();
  expect(list.size).toBe(2);
});
