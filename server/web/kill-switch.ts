/**
 * A service worker that removes itself and its caches, served instead of a harmful worker of the app. IndexedDB is not
 * touched.
 */
export const selfDestroyingWorker = `self.addEventListener('install', () => self.skipWaiting());
// Chromium may let this worker wait when it finds it in the moment of a reload: the page then offers it as an update.
self.addEventListener('message', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // A page that was loading when this worker replaced the last one is not controlled, and could not be reloaded.
      await self.clients.claim();
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
      for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url);
    })(),
  );
});
`;

/** A tag that prevents the app from registering a service worker. */
export const noWorkerTag = '<meta name="pitboard-worker" content="off">';
