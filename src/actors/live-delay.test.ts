import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDelayedRace } from '../live/delayed-tab.ts';
import { RaceStore } from '../live/race-store.ts';
import { StreamPosition } from '../live/stream-position.ts';
import { createLiveDelay } from './live-delay.ts';

const clock = { now: () => 0, setTimer: () => () => undefined, requestFrame: () => undefined };

/** The storage of one tab. */
function tabStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', tabStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A race with a delay whose chunk comes after `failures` that do not. */
function delayed(sessionId: string, { failures = 0, sessionKey = null as string | null } = {}) {
  const store = new RaceStore(clock, 20_000, () => undefined);
  const keys: (string | null)[] = [];
  const sessionKeys: (string | null)[] = [];
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return {
      startDelayedRace: ({
        race,
        sessionKey,
      }: {
        readonly race: string | null;
        readonly sessionKey: string | null;
      }) => {
        keys.push(race);
        sessionKeys.push(sessionKey);
        const nothing = () => undefined;
        return { restored: Promise.resolve(), onServerTime: nothing, stop: nothing, remove: nothing };
      },
    };
  };
  const options = { sessionId, view: 'full', sessionKey } as const;
  return { delay: createLiveDelay(store, new StreamPosition(), options, () => undefined, load), keys, sessionKeys };
}

test('a buffer that could not be loaded is loaded again with the next connection, and once', async () => {
  const { delay, keys } = delayed('monza', { failures: 1 });
  delay.start();
  await delay.restored();
  expect(keys).toEqual([]);
  await delay.restored();
  await delay.restored();
  expect(keys).toHaveLength(1);
});

test('the end of a race leaves the delay of another one in this tab as it is', () => {
  const first = delayed('monza').delay;
  const second = delayed('spa').delay;
  first.start();
  first.stop();
  second.start();
  first.remove();
  expect(isDelayedRace('spa')).toBe(true);
  second.remove();
  expect(isDelayedRace('spa')).toBe(false);
});

test('where nothing can be stored the delay begins all the same', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { ...tabStorage(), setItem: full });
  const { delay, keys } = delayed('monza');
  delay.start();
  await delay.restored();
  expect(keys).toEqual([expect.stringMatching(/ monza full$/)]);
});

test.each([
  [true, expect.stringMatching(/ monza full$/)],
  [false, null],
])('a race that needs a key is stored where it can be encrypted: %s', async (isSecureContext, race) => {
  vi.stubGlobal('isSecureContext', isSecureContext);
  const { delay, keys, sessionKeys } = delayed('monza', { sessionKey: 'pit wall 7' });
  delay.start();
  await delay.restored();
  expect([keys, sessionKeys, isDelayedRace('monza')]).toEqual([[race], ['pit wall 7'], isSecureContext]);
});

test('nothing of a race without a delay is stored', async () => {
  const { delay, keys } = delayed('spa');
  delay.set(0);
  await delay.restored();
  expect([keys, isDelayedRace('spa')]).toEqual([[], false]);
});
