import type { Plugin } from 'vite';
import { editWorker } from './edit-worker.ts';

/** Adds the handlers of push messages to the service worker that Workbox has made. */
export function pushWorker(): Plugin {
  return editWorker('push-worker', (text) => `${text}\n(${handlePush})(self);\n`);
}

/** What the worker uses of its global scope. */
interface Scope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly navigator: { readonly setAppBadge?: (count: number) => Promise<void> };
  readonly clients: {
    readonly matchAll: (options: object) => Promise<readonly Client[]>;
    readonly openWindow: (url: string) => Promise<unknown>;
  };
}

interface Client {
  readonly focus: () => Promise<unknown>;
  readonly postMessage: (message: unknown) => void;
}

interface PushEvent extends Event {
  readonly oldSubscription?: PushSubscription | null;
  readonly data: { readonly json: () => Message } | null;
  readonly notification: { readonly data: unknown; readonly close: () => void };
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface Message {
  readonly notification: Readonly<Record<'title' | 'body' | 'navigate' | 'tag' | 'lang', string>>;
  readonly app_badge: number;
}

/**
 * Runs in the service worker, as text: uses nothing but its parameter and globals. Shows the body of a push in a browser that
 * does not do it by itself, and opens its page: in a tab of the app that is open, or in a new one.
 */
export function handlePush(scope: Scope): void {
  scope.addEventListener('push', (event) => {
    const { data, waitUntil } = event as PushEvent;
    const show = async () => {
      if (data === null) return;
      const { notification, app_badge: count } = data.json();
      const { title, navigate, ...options } = notification;
      for (const client of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true }))
        client.postMessage({ type: 'push' });
      await scope.registration.showNotification(title, { ...options, icon: '/icons/icon-192.png', data: navigate });
      await scope.navigator.setAppBadge?.(count);
    };
    waitUntil.call(event, show());
  });
  scope.addEventListener('notificationclick', (event) => {
    const { notification, waitUntil } = event as PushEvent;
    notification.close();
    const open = async () => {
      const url = new URL(String(notification.data), scope.location.origin);
      // An address of another site is none of this app.
      if (url.origin !== scope.location.origin) return;
      const [client] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
      if (client === undefined) return scope.clients.openWindow(url.href);
      await client.focus();
      client.postMessage({ type: 'open', path: url.pathname + url.search });
    };
    waitUntil.call(event, open());
  });
  // The browser has ended the subscription. A new one asks nobody; the settings say that the device has to be turned on again.
  scope.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription, waitUntil } = event as PushEvent;
    const renew = async () => {
      if (oldSubscription != null) await scope.registration.pushManager.subscribe(oldSubscription.options);
      for (const client of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true }))
        client.postMessage({ type: 'push' });
    };
    waitUntil.call(event, renew());
  });
}
