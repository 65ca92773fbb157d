import { getConfig } from '#contract/calls/site';
import './style.css';
import { contractFingerprint } from 'virtual:contract-fingerprint';
import { startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { type RenderedPage, renderedPageId, takenOver } from '#contract/pages/rendered-page';
import type { Auth } from './actors/auth.tsx';
import { startConnectivity } from './actors/connectivity.ts';
import { createUnsavedChanges } from './actors/unsaved-changes.tsx';
import { createApi } from './api/client.ts';
import { App } from './app.tsx';
import { createLoader, loadUntilPresent } from './browser/load-late.ts';
import { readSessionKey, removeSessionKeys } from './browser/session-keys.ts';
import { storedNames, storeText, webStorage } from './browser/web-storage.ts';
import { watchInstall } from './pwa/install.ts';
import { createLayeredCache, createMemoryCache } from './queries/layered-cache.ts';
import { createQueryCache } from './queries/query-cache.ts';
import { adoptAnswers } from './queries/rendered-answers.ts';
import { openTabChannel } from './queries/tab-channel.ts';
import { createPageLoader, loadUserPages } from './routes.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('index.html has no #app');

const now = () => Date.now();
// Read once: the sign-in removes the link from the address.
const hasAuthLink = /[#?&](access_token|code)=/.test(location.href);
// A link of a mail that is opened on the page that it leads to changes only the fragment.
addEventListener('hashchange', () => {
  if (/[#&](access_token|error|error_code|message)=/.test(location.hash)) location.reload();
});
// Browsers report once, early, that the app can be installed.
const install = watchInstall();
const connectivity = startConnectivity();
const isOnline = () => connectivity.status() !== 'offline';
const onSettled = connectivity.reportCall;

/** The offset between the device's and the server's clock, for the time without a network, in ms. */
const clockOffset = {
  read: () => Number(webStorage().getItem('pitboard-skew')) || 0,
  store: (milliseconds: number) => storeText('pitboard-skew', String(milliseconds)),
};

/** Loads the sign-in when it is needed, with the drafts: a user who then loses the network can still store and remove them. */
const loadAuth = createLoader(async () => {
  startStorage();
  const drafts = openDrafts();
  const [{ startAuth }, { settings }] = await Promise.all([import('./actors/auth-actor.ts'), openStorage(), drafts]);
  return startAuth({
    settings,
    connectivity,
    fetchConfig: () => anonymousApi.send(getConfig, { signal: AbortSignal.timeout(10_000) }),
    queries,
    removeDrafts: async (userId: string) => {
      removeSessionKeys();
      await (await drafts).removeAll(userId);
    },
  });
});

/** A visitor's first page is painted before the sign-in is loaded. */
async function loadAuthAfterPaint(): Promise<Auth> {
  // A hidden page is never painted.
  if (!mayHaveSession() && !document.hidden)
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return loadAuth();
}

// While the sign-in's chunk is missing the visitor is anonymous.
const authIfNeeded = async () => (mayHaveSession() ? loadAuth().catch(() => null) : null);
const accessToken = async (use: 'read' | 'write') => (await authIfNeeded())?.client.accessToken(use) ?? null;

const api = createApi({
  baseUrl: location.origin,
  accessToken,
  renewToken: async () => (await authIfNeeded())?.client.renewToken() ?? null,
  now,
  clockOffset,
  sessionKeyOf: readSessionKey,
  isOnline,
  onSettled,
});
// The address of the auth service is read before there can be a token.
const anonymousApi = createApi({ baseUrl: location.origin, accessToken: async () => null, now, isOnline, onSettled });

// A page that the service worker serves has cached responses on this device; on a first visit there are none.
const isInstalled = navigator.serviceWorker?.controller != null;
let startStorage: () => void = () => undefined;
/** Opened at once where it holds something, otherwise after the first paint. */
const storageStarted = new Promise<void>((start) => {
  startStorage = start;
});
if (isInstalled || mayHaveSession()) startStorage();
const openStorage = createLoader(async () => {
  await storageStarted;
  return (await import('./storage/device-storage.ts')).openDeviceStorage();
});
let reportRendered: () => void = () => undefined;
/** Loads deferred parts once the first page is drawn. */
const rendered = new Promise<void>((report) => {
  reportRendered = report;
});
/** Drafts of forms. */
const openDrafts = createLoader(async () => {
  const [drafts, device] = await Promise.all([import('./drafts/open-drafts.ts'), openStorage()]);
  return drafts.openDrafts(device, now);
});
const unsavedChanges = createUnsavedChanges();
const pages = createPageLoader();
const cachedUserId = async () => (await authIfNeeded())?.cachedUserId() ?? null;
const renderedPage = readRenderedPage();
/** The first picture of a page that the server has rendered shows the time of then; null once it is drawn. */
let firstPictureAt = renderedPage?.at ?? null;
const memory = createMemoryCache(now);
const queries = createQueryCache({
  api: { ...api, serverTime: () => firstPictureAt ?? api.serverTime() },
  cache: createLayeredCache(memory, async () => (await openStorage()).cache, api.serverTime, cachedUserId),
  auth: {
    settledUserId: async () => (await authIfNeeded())?.settledUserId() ?? null,
    lacksToken: async () => mayHaveSession() && (await accessToken('read')) === null,
  },
  openStorage,
  tabs: openTabChannel(),
  contract: contractFingerprint,
  renderedAt: firstPictureAt,
  onBackOnline: (listener) => connectivity.subscribe((status) => (status === 'online' ? listener() : undefined)),
});
if (mayHaveSession()) {
  // Users of the sign-in get the failure.
  loadAuth().catch(() => undefined);
  // Their own pages are one tap away.
  rendered.then(loadUserPages).catch(() => undefined);
  // Consume the anonymous prefetches now; a later anonymous fetch would get them stale.
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[as=fetch]'))
    fetch(href).catch(() => undefined);
}

const app = (
  <App
    services={{
      connectivity,
      loadAuth: loadAuthAfterPaint,
      api,
      queries,
      openDrafts,
      unsavedChanges,
      pages,
      install,
      onPageDrawn,
    }}
  />
);
if (renderedPage === null) drawPage(createRoot(root));
else void hydratePage(root, renderedPage);

/** Draws a page whose HTML is empty, as that of the service worker is. */
function drawPage(container: Root): void {
  // Wait a moment for the page's data, so that the first paint is the whole page and not its frame.
  const ready = pages.prefetch(location.href, isInstalled ? queries.readCached : queries.prefetch);
  Promise.race([ready, new Promise((done) => setTimeout(done, 300))]).then(() => {
    // All at once where everything is on the device; otherwise in slices, between which responses are taken in.
    if (isInstalled) container.render(app);
    else startTransition(() => container.render(app));
  });
}

/** Takes over a page that the server has rendered, with the data that it was rendered from. Until then it can be read. */
async function hydratePage(container: Element, { answers }: RenderedPage): Promise<void> {
  // The first picture may be a minute old. The clock of the queries still shows its time.
  const readAt = api.serverTime();
  adoptAnswers(memory, answers, readAt);
  // A member may see more: their own answers are fetched.
  if (!mayHaveSession())
    for (const { address, value, version } of answers) queries.adopt(address, value, version, readAt);
  await loadUntilPresent(() => pages.loadRendered(location));
  startTransition(() => {
    hydrateRoot(container, app);
  });
  // A press that was kept makes React hydrate the page at once.
  dispatchEvent(new Event(takenOver));
}

function onPageDrawn(): void {
  firstPictureAt = null;
  // A hidden page is never painted.
  if (document.hidden) reportRendered();
  else requestAnimationFrame(() => setTimeout(reportRendered));
}

/** The data of a page that the server has rendered; null where it has not. */
function readRenderedPage(): RenderedPage | null {
  const text = document.getElementById(renderedPageId)?.textContent;
  return text == null ? null : JSON.parse(text);
}

/** Whether a user is signed in here, or a link is about to sign in: only then do reads wait for the sign-in. */
function mayHaveSession(): boolean {
  const names = storedNames();
  // Where storage is blocked for this site a session lasts as long as the page.
  return hasAuthLink || names === null || names.some((name) => name.startsWith('pitboard-auth'));
}
