import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { expect } from './base-test.ts';

/** Everything that the browser has stored for the site, as one text: web storage, databases and caches. */
export async function storedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        parts.push(JSON.stringify(rows));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return parts.join('\n');
  });
}

interface FileList {
  readonly groups: Readonly<Record<'dashboard' | 'charts', readonly string[]>>;
}

/** Files of the first build that only pages of users need, and the charts of sessions and seasons. */
export const { groups: fileGroups }: FileList = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../dist/stored-files.json'), 'utf8'),
);

/** Paths of stored files that are not part of the installed app. */
export const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('assets')).keys();
    return requests.map(({ url }) => new URL(url).pathname).sort();
  });

/** Waits until the charts of sessions and seasons are stored on the device. */
export async function waitForCharts(page: Page): Promise<void> {
  await expect.poll(() => storedPaths(page)).toEqual(expect.arrayContaining([...fileGroups.charts]));
}

/** Files that the browser has loaded are in its own cache too, which keeps them for a while. */
export async function clearBrowserCache(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
}

/** Addresses of the API whose responses are stored on the device, and their size in characters. */
export async function cachedResponses(page: Page): Promise<{ addresses: string[]; size: number }> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    // To open a database that does not exist would create it.
    if (!databases.some(({ name }) => name === 'pitboard')) return { addresses: [], size: 0 };
    return new Promise<{ addresses: string[]; size: number }>((resolve, reject) => {
      const opening = indexedDB.open('pitboard');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const request = opening.result.transaction('marks').objectStore('marks').getAll();
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          opening.result.close();
          const entries: { key: string; size: number }[] = request.result;
          resolve({
            addresses: entries.map(({ key }) => key),
            size: entries.reduce((sum, entry) => sum + entry.size, 0),
          });
        };
      };
    });
  });
}

/** Waits until the responses of these addresses are stored on the device. */
export async function waitForCached(page: Page, addresses: readonly string[]): Promise<void> {
  const missing = async () => {
    const cached = await cachedResponses(page);
    return addresses.filter((address) => !cached.addresses.includes(address));
  };
  await expect.poll(missing).toEqual([]);
}

/** Limits the storage of a site, in bytes. */
export async function limitStorage(context: BrowserContext, page: Page, origin: string, bytes: number): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
}
