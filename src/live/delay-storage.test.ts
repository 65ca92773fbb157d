import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DelaySlice } from './delay-buffer.ts';
import { createDelayCipher } from './delay-cipher.ts';
import { openDelayStorage } from './delay-storage.ts';

const slice = (piece: number, number: number): DelaySlice => ({
  piece,
  slice: number,
  at: 1_000 * piece,
  keyframe: number === 0 ? `{"piece":${piece}}` : null,
  entries: [],
});
const state = (savedAt: number) => ({ shownAt: savedAt - 20_000, skew: 5, epoch: 1, savedAt });
const changes = (added: DelaySlice[], firstPiece = 0, thinned: number[] = []) => ({ added, firstPiece, thinned });

/** The storage of a tab that has stored nothing. */
function openTab(): void {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
  });
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  openTab();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a buffer is read by a later page as it was written, in its order', async () => {
  const first = await openDelayStorage(null);
  await first.write('spa', state(100), changes([slice(1, 0), slice(1, 1)]));
  await first.write('spa', state(200), changes([slice(10, 0), slice(2, 0)]));
  await first.write('monza', state(300), changes([slice(1, 0)]));
  const later = await openDelayStorage(null);
  const read = await later.read('spa');
  expect(read?.state).toEqual(state(200));
  expect(read?.slices).toEqual([slice(1, 0), slice(1, 1), slice(2, 0), slice(10, 0)]);
  expect(await later.read('imola')).toBeNull();
});

test('old pieces go, thinned ones are replaced, and a race is removed alone', async () => {
  const storage = await openDelayStorage(null);
  await storage.write('spa', state(100), changes([slice(1, 0), slice(2, 0), slice(2, 1), slice(3, 0)]));
  await storage.write('monza', state(100), changes([slice(1, 0)]));
  await storage.write('spa', state(200), changes([slice(2, 0)], 2, [2]));
  expect((await storage.read('spa'))?.slices).toEqual([slice(2, 0), slice(3, 0)]);
  await storage.remove('spa');
  expect(await storage.read('spa')).toBeNull();
  expect((await storage.read('monza'))?.slices).toHaveLength(1);
});

test('two other races are kept, for six hours', async () => {
  const storage = await openDelayStorage(null);
  const hour = 3_600_000;
  for (const [race, savedAt] of Object.entries({ own: 0, old: 1, first: 7, second: 8, third: 9 }))
    await storage.write(race, state(savedAt * hour), changes([slice(1, 0)]));
  await storage.evict('own', 10 * hour);
  const kept = async (races: string[]) =>
    Promise.all(races.map(async (race) => ((await storage.read(race)) === null ? null : race)));
  expect(await kept(['own', 'old', 'first', 'second', 'third'])).toEqual(['own', null, null, 'second', 'third']);
  await storage.evict('own', 16 * hour);
  expect(await kept(['own', 'second', 'third'])).toEqual(['own', null, null]);
});

test('where the browser stores nothing it cannot be opened', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  await expect(openDelayStorage(null)).rejects.toThrow('refused');
});

test('what is stored of a race with a key is read with this key, in this tab, and by nobody else', async () => {
  const open = async (key: string | null) => openDelayStorage(key === null ? null : await createDelayCipher(key));
  const frame = { at: 5, entry: { type: 'frame', seq: 2, bytes: Uint8Array.of(0, 7, 255) } } as const;
  const written = { ...slice(1, 1), entries: [frame] };
  await (await open('pit wall 7')).write('spa', state(100), changes([slice(1, 0), written]));
  const database = await openDB('pitboard-delay');
  const fields = (await database.getAll('slices')).map((stored) => Object.keys(stored));
  expect(fields).toEqual([
    ['vector', 'bytes'],
    ['vector', 'bytes'],
  ]);
  expect((await (await open('pit wall 7')).read('spa'))?.slices).toEqual([slice(1, 0), written]);
  await expect((await open('pit wall 8')).read('spa')).rejects.toThrow();
  await expect((await open(null)).read('spa')).rejects.toThrow('the race needs a key');
  openTab();
  await expect((await open('pit wall 7')).read('spa')).rejects.toThrow();
});
