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
type FileList = v.InferOutput<typeof FileList>;

/**
 * Stores files that are not part of the installed app: the groups, and of a newer version what is stored of an older one. The
 * newest version removes the files of others. Without a worker, or without a network, nothing changes.
 */
export async function storeFiles(
  groups: readonly FileGroup[],
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if ((await navigator.serviceWorker?.getRegistration())?.active == null) return;
  const cache = await caches.open(cacheName);
  const stored = (await cache.keys()).map(pathOf);
  if (groups.length === 0 && stored.length === 0) return;
  const list = v.parse(FileList, await (await fetch(listUrl, { signal })).json());
  const wanted = new Set(groups.flatMap((group) => list.groups[group] ?? []));
  const names = new Set(stored.map(nameOf));
  const paths = Object.keys(list.files).filter((path) => wanted.has(path) || names.has(nameOf(path)));
  await storeWhole(paths, signal, list.files);
  // Until this page runs the newest version it needs the files of its own.
  if (document.querySelector(`script[src="${list.entry}"]`) === null) return;
  const outdated = stored.filter((path) => list.files[path] === undefined);
  await Promise.all(outdated.map((path) => cache.delete(path, { ignoreVary: true })));
}

/** The same once the app is installed, and then each script that this page loads, until it is aborted; may never resolve. */
export async function keepStoring(groups: readonly FileGroup[], signal: AbortSignal): Promise<void> {
  await navigator.serviceWorker?.ready;
  if (signal.aborted) return;
  const observer = new PerformanceObserver((loaded) => {
    // Not the requests of this file itself. A file that cannot be stored is fetched again at the next start.
    const entries = (loaded.getEntries() as PerformanceResourceTiming[]).filter(
      (entry) => entry.initiatorType !== 'fetch',
    );
    storeLoaded(entries, signal).catch(() => undefined);
  });
  observer.observe({ type: 'resource', buffered: true });
  signal.addEventListener('abort', () => observer.disconnect());
  await storeFiles(groups, signal);
}

async function storeLoaded(entries: readonly PerformanceEntry[], signal: AbortSignal): Promise<void> {
  const paths = entries
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/assets\/.*\.(js|woff2)$/.test(pathname))
    .map(({ pathname }) => pathname);
  if (paths.length === 0) return;
  const stored = await storedPaths();
  // A page whose version is not installed any more is not opened again.
  const isInstalled = [...document.querySelectorAll('script[src]')].some((script) =>
    stored.has(String(script.getAttribute('src'))),
  );
  if (isInstalled) await storeWhole(paths, signal);
}

interface LoadedFile {
  readonly response: Response;
  readonly imports: readonly string[];
}

/**
 * Stores each file together with all that it imports, or not at all: a script that lacks one of them fails as a whole. `hashes`
 * has the files of a version that are not part of the app; without it the app of this page is installed, and has the others.
 */
async function storeWhole(
  paths: readonly string[],
  signal: AbortSignal,
  hashes: FileList['files'] | null = null,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const stored = await storedPaths();
  const isMissing = (path: string) => !stored.has(path) && (hashes === null || hashes[path] !== undefined);
  const loads = new Map<string, Promise<LoadedFile>>();
  const puts = new Map<string, Promise<void>>();
  const load = (path: string) => once(loads, path, () => loadFile(path, signal, hashes?.[path]));
  const put = (path: string) => once(puts, path, async () => cache.put(path, (await load(path)).response));
  const addImports = async (path: string, found: Set<string>): Promise<void> => {
    found.add(path);
    for (const next of (await load(path)).imports)
      if (isMissing(next) && !found.has(next)) await addImports(next, found);
  };
  const store = async (path: string) => {
    const imports = new Set<string>();
    await addImports(path, imports);
    imports.delete(path);
    await Promise.all([...imports].map(put));
    await put(path);
  };
  await Promise.allSettled(paths.filter(isMissing).map(store));
}

/** Calls a function for each key once, and keeps what it returns. */
function once<Value>(values: Map<string, Value>, key: string, create: () => Value): Value {
  const value = values.get(key) ?? create();
  values.set(key, value);
  return value;
}

/**
 * Without an `integrity` a file is one that this page has loaded. It is compared here: the browser would report as an error what
 * a captive portal answers.
 */
async function loadFile(path: string, signal: AbortSignal, integrity?: string): Promise<LoadedFile> {
  const response = await fetch(path, { signal, priority: 'low' });
  const isFile = response.ok && !/html/.test(response.headers.get('content-type') ?? '');
  if (!isFile) throw new Error(`${path} could not be loaded`);
  const content = await response.clone().arrayBuffer();
  if (integrity !== undefined && (await integrityOf(content)) !== integrity)
    throw new Error(`${path} has another content`);
  return { response, imports: path.endsWith('.js') ? importsOf(new TextDecoder().decode(content)) : [] };
}

/** The paths of the scripts that a script imports statically, as the build writes them. */
function importsOf(script: string): string[] {
  return [...script.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => `/assets/${name}`);
}

/** The hash in the format of the build's list. */
async function integrityOf(content: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content);
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** The paths of all files that a cache has: of the app, or beside it. */
async function storedPaths(): Promise<ReadonlySet<string>> {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return new Set(requests.flat().map(pathOf));
}

const pathOf = ({ url }: Request) => new URL(url).pathname;

/** The name of a file without its hash: the same in all versions. */
function nameOf(path: string): string {
  return path.replace(/-[\w-]{8}\..*$/, '');
}
