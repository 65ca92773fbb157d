import { expect, test } from 'vitest';
import { handlePush } from '../tools/build/push-worker.ts';

/** A service worker with tabs, and what it does. */
function startWorker(tabs: number) {
  const done: unknown[] = [];
  const clients = Array.from({ length: tabs }, (_, tab) => ({
    focus: async () => done.push(['focus', tab]),
    postMessage: (message: unknown) => done.push(['message', tab, message]),
  }));
  const scope = Object.assign(new EventTarget(), {
    registration: { showNotification: async (title: string, options: object) => done.push(['show', title, options]) },
    location: { origin: 'https://race.example' },
    navigator: { setAppBadge: async (count: number) => void done.push(['badge', count]) },
    clients: { matchAll: async () => clients, openWindow: async (url: string) => done.push(['open', url]) },
  });
  handlePush(scope as unknown as Parameters<typeof handlePush>[0]);
  const dispatch = async (type: string, fields: object) => {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    scope.dispatchEvent(Object.assign(new Event(type), fields, { waitUntil }));
    await work;
    return done;
  };
  return { dispatch };
}

const notification = { title: 'You have a seat', body: 'Cup', navigate: 'https://race.example/seasons/1', tag: 'seat' };

test('a push is shown as it is written, counted on the icon, and reported to open tabs', async () => {
  const { dispatch } = startWorker(1);
  const data = { json: () => ({ web_push: 8030, notification, app_badge: 3 }) };
  expect(await dispatch('push', { data })).toEqual([
    ['message', 0, { type: 'push' }],
    [
      'show',
      'You have a seat',
      { body: 'Cup', tag: 'seat', icon: '/icons/icon-192.png', data: 'https://race.example/seasons/1' },
    ],
    ['badge', 3],
  ]);
});

test('a notification opens its page in a tab that is open, or in a new one, and no other site', async () => {
  const click = (link: string) => ({ notification: { data: link, close: () => undefined } });
  const message = { type: 'open', path: '/seasons/1' };
  const opened = await startWorker(1).dispatch('notificationclick', click(notification.navigate));
  expect(opened).toEqual([
    ['focus', 0],
    ['message', 0, message],
  ]);
  const alone = await startWorker(0).dispatch('notificationclick', click(notification.navigate));
  expect(alone).toEqual([['open', notification.navigate]]);
  expect(await startWorker(1).dispatch('notificationclick', click('https://evil.example/'))).toEqual([]);
});
