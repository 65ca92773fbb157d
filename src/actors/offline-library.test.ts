import { expect, test } from 'vitest';
import { libraryChanges } from './library-changes.ts';
import { mountHook } from './mounted-hook.tsx';
import { useOfflineLibrary } from './offline-library.ts';

const itemOf = (id: string, owner: string | null = null) => ({ id, title: id, path: '/', size: 1, missing: 0, owner });

/** A page on a device with these items, of which one cannot be removed. */
async function open(pins: ReturnType<typeof itemOf>[] | null) {
  const stored = new Map((pins ?? []).map((pin) => [pin.id, pin]));
  const waits: (() => void)[] = [];
  const state = { isSlow: false };
  const cache = {
    usage: async () => {
      const usage = { pins: [...stored.values()], size: stored.size, isPersistent: true };
      if (state.isSlow) await new Promise<void>((resolve) => waits.push(resolve));
      return usage;
    },
    recent: async () => [],
    removePin: async (id: string) => {
      if (id === 'stuck') throw new Error('the disk is full');
      stored.delete(id);
    },
  };
  const openStorage = async () => {
    if (pins === null) throw new Error('private mode');
    return { cache };
  };
  const queries = { openStorage, settledUserId: async () => 'ada' };
  const hook = await mountHook(useOfflineLibrary, undefined, { queries });
  return {
    ...hook,
    state,
    stored,
    ids: () => hook.value().library?.items.map(({ id }) => id) ?? null,
    change: () => hook.run(() => libraryChanges.post(null)),
    remove: (id: string) => hook.run(() => hook.value().remove(id)),
    answer: () => hook.run(() => waits.shift()?.()),
  };
}

test('lists the items of this user and of everybody, and lists them again after each change', async () => {
  const { ids, stored, change, unmount } = await open([itemOf('race'), itemOf('mine', 'ada'), itemOf('other', 'elin')]);
  expect(ids()).toEqual(['race', 'mine']);
  stored.set('later', itemOf('later'));
  await change();
  expect(ids()).toEqual(['race', 'mine', 'later']);
  await unmount();
});

test('removes an item from the list at once, and shows it again where it could not be removed', async () => {
  const { ids, state, remove, answer, unmount } = await open([itemOf('race'), itemOf('stuck')]);
  state.isSlow = true;
  await remove('race');
  await remove('stuck');
  expect(ids()).toEqual([]);
  await answer();
  await answer();
  expect(ids()).toEqual(['stuck']);
  await unmount();
});

test('does not replace a newer list with an older one', async () => {
  const { ids, state, stored, change, answer, unmount } = await open([itemOf('race')]);
  state.isSlow = true;
  await change();
  stored.set('later', itemOf('later'));
  state.isSlow = false;
  await change();
  await answer();
  expect(ids()).toEqual(['race', 'later']);
  await unmount();
});

test('reports a browser that stores nothing', async () => {
  const { value, unmount } = await open(null);
  expect([value().library, value().isUnsupported]).toEqual([null, true]);
  await unmount();
});
