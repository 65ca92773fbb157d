import { Workbox } from 'workbox-window';
import { createScriptUrlPolicy } from '../browser/trusted-script-url.ts';
import { isWorkerOff } from '../browser/worker-switch.ts';

type WorkerEvent = 'ready' | 'waiting' | 'controlling';

/** The service worker, which stores the app on this device and installs its updates. */
export interface AppWorker {
  /**
   * Registers the worker, checks for an update every hour and whenever the app is shown again, and reports its events;
   * returns a function that stops all of it.
   */
  readonly watch: (listener: (event: WorkerEvent) => void) => () => void;
  /** Asks the server for a version newer than the waiting one; true when one is being installed. */
  readonly findNewer: () => Promise<boolean>;
  /** Resolves when no version is being installed any more: it waits in place of the one before, or has failed. */
  readonly installNewer: () => Promise<void>;
  /** Activates the waiting version; false when none waits. */
  readonly activate: () => Promise<boolean>;
  /** Whether the version that was activated still waits. */
  readonly isWaiting: () => Promise<boolean>;
  /** Asks the server whether there is a new version. */
  readonly checkForUpdate: () => void;
}

const workerUrl = '/sw.js';
const updateInterval = 60 * 60_000;

/**
 * Creates the worker's adapter. workbox-window registers the worker and stops reporting after the first version, so versions
 * are followed on the registration. Null where the browser has no service workers or the server has switched them off.
 */
export function createAppWorker(isOnline: () => boolean): AppWorker | null {
  if (isWorkerOff() || !('serviceWorker' in navigator)) return null;
  const trustUrl = createScriptUrlPolicy('pwa-sw', (url) => url === workerUrl);
  const workbox = new Workbox(trustUrl(workerUrl));
  let activated: ServiceWorker | null = null;
  const checkForUpdate = () => {
    if (isOnline() && document.visibilityState === 'visible') workbox.update().catch(() => undefined);
  };
  const activate = async () => {
    activated = (await navigator.serviceWorker.getRegistration())?.waiting ?? null;
    activated?.postMessage({ type: 'SKIP_WAITING' });
    return activated !== null;
  };
  return {
    checkForUpdate,
    watch(listener) {
      const controller = new AbortController();
      const { signal } = controller;
      const handleControlling = () => listener('controlling');
      workbox.addEventListener('controlling', handleControlling);
      workbox
        // The page has loaded already: this code comes after it.
        .register({ immediate: true })
        .then(async (registration) => {
          if (registration === undefined || signal.aborted) return;
          watchVersions(registration, listener, signal);
          // The worker may have been replaced before these listeners were added.
          if ((await isPageOutdated()) && !signal.aborted) listener('controlling');
        })
        // Offline, or in a browser that blocks workers, the app is an ordinary page.
        .catch(() => undefined);
      const timer = setInterval(checkForUpdate, updateInterval);
      document.addEventListener('visibilitychange', checkForUpdate, { signal });
      return () => {
        controller.abort();
        clearInterval(timer);
        workbox.removeEventListener('controlling', handleControlling);
      };
    },
    async findNewer() {
      const registration = await navigator.serviceWorker.getRegistration();
      if (registration === undefined) return false;
      // The browser asks the server again only after an installation, which another tab may have started.
      if (registration.installing === null) await Promise.race([registration.update(), whenFound(registration)]);
      return registration.installing !== null;
    },
    async installNewer() {
      const installing = (await navigator.serviceWorker.getRegistration())?.installing ?? null;
      if (installing !== null) await whenInstalled(installing);
    },
    activate,
    async isWaiting() {
      const waiting = (await navigator.serviceWorker.getRegistration())?.waiting ?? null;
      // A newer version that was installed meanwhile has replaced the one that was to take over.
      if (waiting !== null && activated?.state === 'redundant') return activate();
      return activated !== null && waiting === activated;
    },
  };
}

/**
 * Reports every version that is installed. workbox-window does not: it takes a version found a minute after the page loaded
 * for an external one, and reports no version after that.
 */
function watchVersions(
  registration: ServiceWorkerRegistration,
  listener: (event: WorkerEvent) => void,
  signal: AbortSignal,
): void {
  let last: ServiceWorker | null = null;
  const handleUpdateFound = () => {
    const worker = registration.installing;
    if (worker === null || worker === last) return;
    last = worker;
    const isFirst = registration.active === null;
    const handleStateChange = () => {
      // Without an active page the version activates at once, and this page is outdated all the same.
      if (worker.state === 'installed') listener(isFirst ? 'ready' : 'waiting');
    };
    worker.addEventListener('statechange', handleStateChange, { signal });
  };
  registration.addEventListener('updatefound', handleUpdateFound, { signal });
  handleUpdateFound();
  if (registration.waiting !== null) listener('waiting');
}

/** Whether the controlling worker has stored another build of the app than this page runs. */
async function isPageOutdated(): Promise<boolean> {
  if (navigator.serviceWorker.controller === null) return false;
  // Answered from the worker's cache, without the network.
  const page = await (await fetch('/index.html')).text();
  // When the cache is gone, a captive portal may answer instead.
  if (!page.includes('id="app"')) return false;
  return [...document.querySelectorAll('script[src^="/assets/"]')].some(
    (script) => !page.includes(script.getAttribute('src') ?? ''),
  );
}

/** Resolves when the browser starts to install a version, for this tab or for another. */
function whenFound(registration: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve) => {
    registration.addEventListener('updatefound', () => resolve(), { once: true });
  });
}

/** Resolves when a version has installed or failed. */
function whenInstalled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => resolve(), { once: true });
  });
}
