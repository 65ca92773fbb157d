/** A file that another app handed over. */
export interface ReceivedFile {
  /** The same for the same file. */
  readonly id: string;
  readonly file: File;
  /** Called when the file is no longer needed. */
  readonly remove: () => void;
}

/** The service worker stores shared files here until a page takes them; tools/build/share-target.ts uses the same name. */
const cacheName = 'shared-files';

interface LaunchParams {
  readonly files: readonly { readonly getFile: () => Promise<File> }[];
}

interface LaunchWindow {
  readonly launchQueue?: { readonly setConsumer: (consumer: (params: LaunchParams) => void) => void };
}

/** Files that were shared with the installed app and are stored on this device; they stay until they are removed. */
export async function readSharedFiles(): Promise<ReceivedFile[]> {
  if (!('caches' in window) || !(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const requests = await cache.keys();
  const found = await Promise.all(
    requests.map(async (request): Promise<ReceivedFile | null> => {
      const response = await cache.match(request);
      if (response === undefined) return null;
      const name = decodeURIComponent(response.headers.get('x-name') ?? '');
      const lastModified = Number(response.headers.get('x-last-modified'));
      const file = new File([await response.blob()], name, { type: 'application/json', lastModified });
      return { id: request.url, file, remove: () => void cache.delete(request).catch(() => undefined) };
    }),
  );
  return found.filter((each) => each !== null);
}

/** Calls the listener with files that the operating system opens with the installed app. */
export function onOpenedFiles(listener: (files: readonly File[]) => void): void {
  (window as LaunchWindow).launchQueue?.setConsumer(async ({ files }) => {
    const opened = await Promise.allSettled(files.map((handle) => handle.getFile()));
    // A file that was moved meanwhile is still where its owner put it.
    const readable = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (readable.length > 0) listener(readable);
  });
}
