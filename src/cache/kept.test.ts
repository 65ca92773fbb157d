import { expect, test } from 'vitest';
import { type KeptRow, keepInMemory, keepOnDevice } from './kept.ts';

function kept() {
  const clock = { now: 1_000 };
  return { clock, store: keepInMemory(() => clock.now) };
}

function row(key: string) {
  return { key, value: { key }, storedAt: 1, owner: null };
}

test('keeps what was read, with when', async () => {
  const { clock, store } = kept();
  await store.keep(row('/a'));
  clock.now += 500;
  expect(await store.read('/a')).toEqual({ ...row('/a'), readAt: 1_500 });
  expect(store.peek('/b')).toBeNull();
});

test('forgets after five minutes without a reader', async () => {
  const { clock, store } = kept();
  await store.keep(row('/a'));
  clock.now += 299_000;
  expect(store.peek('/a')).not.toBeNull();
  clock.now += 299_000;
  expect(store.peek('/a')).not.toBeNull();
  clock.now += 300_001;
  expect(store.peek('/a')).toBeNull();
});

test('holds two hundred; the least recently read goes first', async () => {
  const { store } = kept();
  for (let index = 0; index < 200; index += 1) await store.keep(row(`/${index}`));
  store.peek('/0');
  await store.keep(row('/200'));
  expect([store.peek('/0'), store.peek('/1')].map((found) => found?.key)).toEqual(['/0', undefined]);
});

test('drops what was taken away', async () => {
  const { store } = kept();
  await store.keep(row('/a'));
  await store.drop('/a');
  expect(store.peek('/a')).toBeNull();
});

test('what a slow device tells does not take the place of what was heard meanwhile', async () => {
  const { store } = kept();
  let tell: (row: KeptRow) => void = () => undefined;
  const told = new Promise<KeptRow>((resolve) => {
    tell = resolve;
  });
  const device = { read: async () => told, keep: async () => undefined, drop: async () => undefined };
  const both = keepOnDevice(
    store,
    Promise.resolve({ ...device, dropOwned: async () => undefined }),
    () => 0,
    async () => null,
  );
  const reading = both.read('/a');
  await both.keep({ ...row('/a'), value: 'new' });
  tell({ ...row('/a'), value: 'old', readAt: 0 });
  expect((await reading)?.value).toBe('new');
  expect(store.peek('/a')?.value).toBe('new');
});
