import { Workbox } from 'workbox-window';

type WorkerNews = 'ready' | 'waiting' | 'controlling';

/** The service worker: who puts the app on this device and brings its next version. */
export interface AppWorker {
  /** Registers it, asks for a new version every hour and on every return to the app, and tells its news. */
  readonly watch: (told: (news: WorkerNews) => void) => () => void;
  /** Tells a waiting version to take over; false when there is none that waits. */
  readonly activate: () => Promise<boolean>;
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
  return {
    watch(told) {
      workbox.addEventListener('installed', ({ isUpdate }) => (isUpdate === true ? undefined : told('ready')));
      workbox.addEventListener('waiting', () => told('waiting'));
      // A page that no worker serves yet holds nobody up: the next version takes over at once, and the page is old.
      workbox.addEventListener('activated', ({ isExternal }) => (isExternal === true ? told('waiting') : undefined));
      workbox.addEventListener('controlling', () => told('controlling'));
      // A browser without a network, or one that forbids workers, shows the app as a page like any other.
      workbox.register().catch(() => undefined);
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
      const waiting = registration?.waiting ?? null;
      waiting?.postMessage({ type: 'SKIP_WAITING' });
      return waiting !== null;
    },
  };
}

/** Waits until a version has come down or given up, but not for ever. */
function arrival(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, arrivalPatience);
    worker.addEventListener('statechange', () => resolve());
  });
}
