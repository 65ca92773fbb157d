import './style.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from './actors/api.tsx';
import { type Auth, AuthProvider } from './actors/auth.tsx';
import { ReadsProvider } from './actors/read.tsx';
import { createReads } from './actors/reads.ts';
import { createApi } from './api/client.ts';
import { keepInMemory, keepOnDevice } from './cache/kept.ts';
import { watchInstall } from './pwa/install.ts';
import { Routes, warm } from './routes.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('index.html has no #app');

/** A mark of the contract that this build was made with, or null. */
declare const __CONTRACT__: string | null;

const now = () => Date.now();
// The browser says once that the app can be installed, and waits for nobody.
const install = watchInstall();

/** A small text of this device; null where storage is blocked. */
function deviceText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keepDeviceText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Blocked, or full: ages count by the device's own clock until there is a network.
  }
}

const hasLink = /[#?&](access_token|code)=/.test(location.href);
/** Somebody is signed in here, or a link is about to: only then do first reads wait for the sign-in. */
function mayHaveSession(): boolean {
  try {
    return hasLink || Object.keys(localStorage).some((key) => key.startsWith('pitboard-auth'));
  } catch {
    // Storage is blocked for this site: the sign-in lasts as long as the page.
    return true;
  }
}

const skew = {
  read: () => Number(deviceText('pitboard-skew')) || 0,
  keep: (milliseconds: number) => keepDeviceText('pitboard-skew', String(milliseconds)),
};

let auth: Promise<Auth> | null = null;
/** Begins with the sign-in when somebody needs it. */
function loadAuth(): Promise<Auth> {
  openDevice();
  auth ??= Promise.all([import('./actors/auth-actor.ts'), device]).then(([{ startAuth }, opened]) =>
    startAuth({
      memory: opened.memory,
      askPlace: async () => (await openApi.getConfig(AbortSignal.timeout(10_000))).auth,
      serverTime: api.serverTime,
      forgetReads: reads.forget,
    }),
  );
  return auth;
}

/** For a visitor the sign-in comes after the first picture. */
async function settleAuth(): Promise<Auth> {
  // Nothing is painted where nobody looks.
  if (!mayHaveSession() && !document.hidden)
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return loadAuth();
}

// A chunk that cannot be had leaves the visitor anonymous.
const signIn = async () => (mayHaveSession() ? loadAuth().catch(() => null) : null);
const accessToken = async () => (await signIn())?.client.accessToken() ?? null;

const api = createApi({
  baseUrl: location.origin,
  accessToken,
  renewToken: async () => (await signIn())?.client.renewToken() ?? null,
  now,
  skew,
});
// Where to sign in must be known before there is a token.
const openApi = createApi({ baseUrl: location.origin, accessToken: async () => null, now });
// A page that the worker serves has its reads on this device as well; on a first visit there is nothing to find.
const isOnDevice = navigator.serviceWorker?.controller != null;
let openDevice: () => void = () => undefined;
/** Opened at once where it has something to tell, else after the first picture, for which nobody waits then. */
const device = new Promise<void>((opened) => {
  openDevice = opened;
}).then(async () => (await import('./cache/own-device.ts')).ownDevice);
if (isOnDevice || mayHaveSession()) openDevice();
const onDevice = device.then(({ reads: kept }) => kept);
onDevice.catch(() => undefined);
const reader = async () => (await signIn())?.reader() ?? null;
const kept = keepOnDevice(keepInMemory(now), onDevice, api.serverTime, reader);
const asker = {
  owner: async () => (await signIn())?.owner() ?? null,
  isMute: async () => mayHaveSession() && (await accessToken()) === null,
};
const reads = createReads(api, kept, () => navigator.onLine, asker, device, __CONTRACT__);
if (mayHaveSession()) {
  // Told to who asks for it.
  loadAuth().catch(() => undefined);
  // What the page asked ahead for everybody is not for them: taken away, or a visitor would be given it much later.
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[as=fetch]'))
    fetch(href).catch(() => undefined);
}

const app = createRoot(root);
function draw(): void {
  app.render(
    <StrictMode>
      <AuthProvider load={settleAuth}>
        <ApiProvider api={api}>
          <ReadsProvider reads={reads}>
            <Routes install={install} />
          </ReadsProvider>
        </ApiProvider>
      </AuthProvider>
    </StrictMode>,
  );
}
// What is on this device is there in a moment, and a server sends data beside scripts: one picture of the whole page,
// not its frame first.
const ready = warm(location.href, isOnDevice ? reads.readKept : reads.preload);
Promise.race([ready, new Promise((done) => setTimeout(done, 300))]).then(() => {
  // In one go where all of it is here; else in slices, so that what else comes in is taken in between.
  if (isOnDevice) draw();
  else startTransition(draw);
});
