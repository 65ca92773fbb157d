import * as v from 'valibot';

/** Files that are stored together: what pages of users need, the charts of sessions and seasons, or parts of live timing. */
export type FileGroup = 'dashboard' | 'charts' | 'live';

/** The service worker reads files here that it has not stored with the app; vite.config.ts uses the same name. */
const cacheName = 'assets';
/** The build writes it: what the newest version of the app does not store with the app. */
const listUrl = '/stored-files.json';
const FileList = v.object({
  /** The path of the first script, which is another one in each version. */
  entry: v.string(),
  groups: v.record(v.string(), v.array(v.string())),
  /** The hash of each file, by its path. */
  files: v.record(v.string(), v.string()),
});

/**
 * Stores files that are not part of the installed app: the groups, what this page has loaded beside the service worker, and
 * of a newer version what is stored of an older one. The newest version removes the files of others. Without a worker, or
 * without a network, nothing changes.
 */
export async function storeFiles(
  groups: readonly FileGroup[],
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active == null) return;
  const cache = await caches.open(cacheName);
  await Promise.allSettled((await findUnstored()).map((path) => store(cache, path, signal)));
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  if (groups.length === 0 && stored.length === 0) return;
  const list = v.parse(FileList, await (await fetch(listUrl, { signal })).json());
  const wanted = new Set(groups.flatMap((group) => list.groups[group] ?? []));
  const names = new Set(stored.map(nameOf));
  const missing = Object.entries(list.files).filter(
    ([path]) => !stored.includes(path) && (wanted.has(path) || names.has(nameOf(path))),
  );
  await Promise.allSettled(missing.map(([path, integrity]) => store(cache, path, signal, integrity)));
  // Until this page runs the newest version it needs the files of its own.
  if (document.querySelector(`script[src="${list.entry}"]`) === null) return;
  const outdated = stored.filter((path) => list.files[path] === undefined);
  await Promise.all(outdated.map((path) => cache.delete(path, { ignoreVary: true })));
}

/** The same once the app is installed; may never resolve. */
export async function storeFilesOnceInstalled(groups: readonly FileGroup[], signal: AbortSignal): Promise<void> {
  await navigator.serviceWorker?.ready;
  if (!signal.aborted) await storeFiles(groups, signal);
}

/** The paths of loaded files that no cache has: a page of a first visit loads them beside the worker. */
async function findUnstored(): Promise<string[]> {
  if (navigator.serviceWorker.controller !== null) return [];
  const paths = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  const found = await Promise.all(paths.map((path) => caches.match(path)));
  return paths.filter((_, index) => found[index] === undefined);
}

/**
 * Without an `integrity` a file is one that this page has loaded. It is compared here: the browser would report as an error what
 * a captive portal answers.
 */
async function store(cache: Cache, path: string, signal: AbortSignal, integrity?: string): Promise<void> {
  const response = await fetch(path, { signal, priority: 'low' });
  if (!response.ok || /html/.test(response.headers.get('content-type') ?? '')) return;
  if (integrity === undefined || (await integrityOf(response.clone())) === integrity) await cache.put(path, response);
}

/** As the build writes it in the list. */
async function integrityOf(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** The name of a file without its hash: the same in all versions. */
function nameOf(path: string): string {
  return path.replace(/-[\w-]{8}\..*$/, '');
}
