import { Workbox } from 'workbox-window';

type WorkerNews = 'ready' | 'waiting' | 'controlling';

/** The service worker: who puts the app on this device and brings its next version. */
export interface AppWorker {
  /** Registers it, asks for a new version every hour and on every return to the app, and tells its news. */
  readonly watch: (tell: (news: WorkerNews) => void) => () => void;
  /** Tells a waiting version to take over; false when there is none that waits. */
  readonly activate: () => Promise<boolean>;
  /** Whether the version that was told to take over still waits. */
  readonly isWaiting: () => Promise<boolean>;
}

const everyHour = 60 * 60_000;
/** Less than the machine waits for a version to take over, in ms. */
const arrivalPatience = 2_500;

/** The address of the worker, allowed by name: the policy trusts no other script (quality S3). */
function trustedAddress(): string {
  const address = '/sw.js';
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy: (name: string, rules: object) => TrustedPolicy };
  };
  const policy = trustedTypes?.createPolicy('pwa-sw', {
    createScriptURL: (text: string) => {
      if (text !== address) throw new TypeError(`${text} is not the worker`);
      return text;
    },
  });
  return policy?.createScriptURL(address) ?? address;
}

interface TrustedPolicy {
  readonly createScriptURL: (text: string) => string;
}

/** The worker of this app, or null where there can be none, or the server wants none. */
export function appWorker(): AppWorker | null {
  const isUnwanted = document.querySelector('meta[name=pitboard-worker][content=off]') !== null;
  if (isUnwanted || !('serviceWorker' in navigator)) return null;
  const workbox = new Workbox(trustedAddress());
  let told: ServiceWorker | null = null;
  return {
    watch(tell) {
      workbox.addEventListener('controlling', () => tell('controlling'));
      // A browser without a network, or one that forbids workers, shows the app as a page like any other.
      workbox
        // The page is there already: this comes late.
        .register({ immediate: true })
        .then(async (registration) => {
          if (registration === undefined) return;
          follow(registration, tell);
          // It may have taken over while this page was loaded, before anybody listened.
          if (await isLeftBehind()) tell('controlling');
        })
        .catch(() => undefined);
      const look = () => {
        if (navigator.onLine && document.visibilityState === 'visible') workbox.update().catch(() => undefined);
      };
      const timer = setInterval(look, everyHour);
      document.addEventListener('visibilitychange', look);
      addEventListener('online', look);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
        removeEventListener('online', look);
      };
    },
    async activate() {
      const registration = await navigator.serviceWorker.getRegistration();
      // A still newer version is on its way: the one that waits would take its files away when it takes over.
      if (registration?.installing != null) await arrival(registration.installing);
      told = registration?.waiting ?? null;
      told?.postMessage({ type: 'SKIP_WAITING' });
      return told !== null;
    },
    async isWaiting() {
      const registration = await navigator.serviceWorker.getRegistration();
      return told !== null && registration?.waiting === told;
    },
  };
}

/**
 * Tells of every version that comes down, for as long as the tab is open. workbox-window stops after the first one that it
 * takes for another's, as each is a minute after the page was loaded.
 */
function follow(registration: ServiceWorkerRegistration, tell: (news: WorkerNews) => void): void {
  let last: ServiceWorker | null = null;
  const found = () => {
    const worker = registration.installing;
    if (worker === null || worker === last) return;
    last = worker;
    const isFirst = registration.active === null;
    worker.addEventListener('statechange', () => {
      // A page that no worker serves yet holds none up: a version takes over at once there, and the page is old.
      if (worker.state === 'installed') tell(isFirst ? 'ready' : 'waiting');
    });
  };
  registration.addEventListener('updatefound', found);
  found();
  if (registration.waiting !== null) tell('waiting');
}

/** Whether the worker of this page has another build of the app than the page is of. */
async function isLeftBehind(): Promise<boolean> {
  if (navigator.serviceWorker.controller === null) return false;
  // From the worker's own files: no network is asked.
  const page = await (await fetch('/index.html')).text();
  // Where it has lost them somebody else may answer.
  if (!page.includes('id="app"')) return false;
  return [...document.querySelectorAll('script[defer][src^="/assets/"]')].some(
    (script) => !page.includes(script.getAttribute('src') ?? ''),
  );
}

/** Waits until a version has come down or given up, but not for ever. */
function arrival(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, arrivalPatience);
    worker.addEventListener('statechange', () => resolve());
  });
}
