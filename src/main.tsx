import './style.css';
import { StrictMode } from 'react';
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

/** Somebody is signed in here, or a link is about to: only then do first reads wait for the sign-in. */
function mayHaveSession(): boolean {
  try {
    return /[#?&](access_token|code)=/.test(location.href) || JSON.stringify(localStorage).includes('pitboard-auth');
  } catch {
    // Storage is blocked for this site: the sign-in lasts as long as the page.
    return true;
  }
}

const skew = {
  read: () => Number(deviceText('pitboard-skew')) || 0,
  keep: (milliseconds: number) => keepDeviceText('pitboard-skew', String(milliseconds)),
};

// A chunk that cannot be had leaves the visitor anonymous.
const signIn = () => auth.catch(() => null);
const accessToken = async () => (mayHaveSession() ? (await signIn())?.client.accessToken() : null) ?? null;

const api = createApi({
  baseUrl: location.origin,
  accessToken,
  renewToken: async () => (await signIn())?.client.renewToken() ?? null,
  now,
  skew,
});
// Where to sign in must be known before there is a token.
const openApi = createApi({ baseUrl: location.origin, accessToken: async () => null, now });
// What is on the device is asked for beside the network, so that its code need not be in the first load.
const device = import('./cache/device.ts').then(({ openOwnDevice }) => openOwnDevice());
const onDevice = device.then(({ reads: kept }) => kept);
onDevice.catch(() => undefined);
const reader = async () => (await signIn())?.reader() ?? null;
const kept = keepOnDevice(keepInMemory(now), onDevice, api.serverTime, reader);
const asker = {
  owner: async () => (await signIn())?.owner() ?? null,
  isMute: async () => mayHaveSession() && (await accessToken()) === null,
};
const reads = createReads(api, kept, () => navigator.onLine, asker, device);
const ready = warm(location.href, reads);
const auth: Promise<Auth> = Promise.all([import('./actors/auth-actor.ts'), device]).then(([{ startAuth }, opened]) =>
  startAuth({
    memory: opened.memory,
    askPlace: async () => (await openApi.getConfig(AbortSignal.timeout(10_000))).auth,
    serverTime: api.serverTime,
    forgetReads: reads.forget,
  }),
);
// Told to who asks for it.
auth.catch(() => undefined);

const app = createRoot(root);
const drawn = () =>
  app.render(
    <StrictMode>
      <AuthProvider auth={auth}>
        <ApiProvider api={api}>
          <ReadsProvider reads={reads}>
            <Routes install={install} />
          </ReadsProvider>
        </ApiProvider>
      </AuthProvider>
    </StrictMode>,
  );
// From this device everything is there in a moment: one picture of the whole page, not its frame first.
if (navigator.serviceWorker?.controller)
  Promise.race([ready, new Promise((done) => setTimeout(done, 300))]).then(drawn);
else drawn();
