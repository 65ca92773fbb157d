import { beforeEach, expect, test, vi } from 'vitest';

let stored: Map<string, string>;
let listeners: Map<string, Set<() => void>>;

beforeEach(() => {
  stored = new Map();
  listeners = new Map();
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
  });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) =>
    listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
  );
  vi.stubGlobal('removeEventListener', (type: string, listener: () => void) => listeners.get(type)?.delete(listener));
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => {
    for (const listener of listeners.get(type) ?? []) listener();
  });
});

test('a driver is followed once, in the order of following, until that is taken back', async () => {
  const { followedText, parseFollowed, storeFollowed } = await import('./followed-drivers.ts');
  for (const name of ['Ana', 'Bo', 'Ana']) storeFollowed(name, true);
  expect(parseFollowed(followedText())).toEqual(['Bo', 'Ana']);
  storeFollowed('Bo', false);
  expect(parseFollowed(followedText())).toEqual(['Ana']);
});

test('of more drivers than fit the first is dropped', async () => {
  const { followedText, parseFollowed, storeFollowed } = await import('./followed-drivers.ts');
  for (let index = 0; index <= 50; index += 1) storeFollowed(`Driver ${index}`, true);
  const names = parseFollowed(followedText());
  expect([names.length, names[0], names.at(-1)]).toEqual([50, 'Driver 1', 'Driver 50']);
});

test('favourites that older versions stored with the live settings are followed, and stay when those change', async () => {
  stored.set('pitboard-live', JSON.stringify({ delaySeconds: 5, favourites: ['Ana'] }));
  const { followedText, parseFollowed } = await import('./followed-drivers.ts');
  expect(parseFollowed(followedText())).toEqual(['Ana']);
  stored.set('pitboard-live', JSON.stringify({ delaySeconds: 5 }));
  expect(parseFollowed(followedText())).toEqual(['Ana']);
});

test('what this app has not written is as if nobody were followed', async () => {
  const { followedText, parseFollowed } = await import('./followed-drivers.ts');
  for (const text of ['{', '"Ana"', '[1]', 'null']) {
    stored.set('pitboard-followed', text);
    expect(parseFollowed(followedText())).toEqual([]);
  }
  stored.delete('pitboard-followed');
  stored.set('pitboard-live', 'no JSON');
  expect(parseFollowed(followedText())).toEqual([]);
});

test('a change is reported until the listener is removed', async () => {
  const { onFollowedChange, storeFollowed } = await import('./followed-drivers.ts');
  const listener = vi.fn();
  const stop = onFollowedChange(listener);
  storeFollowed('Ana', true);
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  storeFollowed('Ana', false);
  expect(listener).toHaveBeenCalledTimes(1);
});
