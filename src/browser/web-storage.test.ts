import { expect, test, vi } from 'vitest';

test('where the browser blocks its storage, what is stored lasts as long as the page', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  vi.resetModules();
  const { storedNames, storeText, webStorage } = await import('./web-storage.ts');
  storeText('a', '1');
  webStorage().setItem('b', '2');
  webStorage().removeItem('a');
  expect([Object.keys(webStorage()), webStorage().getItem('b'), webStorage().length]).toEqual([['b'], '2', 1]);
  expect(storedNames()).toBeNull();
});

test('a full disk refuses a text without an error, and what is there can be read', async () => {
  const storage = {
    'pitboard-auth': '{}',
    ...{ getItem: (name: string) => (name === 'pitboard-auth' ? '{}' : null) },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  const { storedNames, storeText, webStorage } = await import('./web-storage.ts');
  expect(() => storeText('a', '1')).not.toThrow();
  expect([storedNames()?.includes('pitboard-auth'), webStorage().getItem('pitboard-auth')]).toEqual([true, '{}']);
});
