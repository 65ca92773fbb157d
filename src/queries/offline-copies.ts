import type { Pin } from '../storage/database.ts';
import { type QueryCache, type Resource, resourceKeyOf } from './query-cache.ts';

type Queries = Pick<QueryCache, 'openStorage' | 'fetch' | 'store' | 'serverTime' | 'settledUserId'>;

/** Something that can be kept offline, with everything that is read to show it. */
export interface OfflineItem extends Pick<Pin, 'kind' | 'title' | 'path'> {
  readonly id: string;
  readonly resources: readonly Resource[];
}

const parallelDownloads = 3;

function pinId({ kind, id }: OfflineItem): string {
  return `${kind}:${id}`;
}

/** Whether an item is kept on this device, and how much of it is here. */
export async function checkCopy(
  queries: Queries,
  item: OfflineItem,
): Promise<{ readonly isPinned: boolean; readonly done: number; readonly total: number }> {
  const { cache: stored } = await queries.openStorage();
  const [{ pins }, keys] = await Promise.all([stored.usage(), stored.keys()]);
  const needed = item.resources.map(resourceKeyOf);
  const done = needed.filter((key) => keys.has(key)).length;
  return { isPinned: pins.some(({ id }) => id === pinId(item)), done, total: needed.length };
}

/**
 * Downloads and stores everything the item needs, except deleted and private entities.
 * @throws DownloadError when the network fails or the user is signed out; other errors when the storage is full.
 */
export async function downloadCopy(
  queries: Queries,
  item: OfflineItem,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { cache: stored } = await queries.openStorage();
  const pin = async (resources: readonly Resource[]) =>
    stored.pin({
      id: pinId(item),
      kind: item.kind,
      title: item.title,
      path: item.path,
      keys: resources.map(resourceKeyOf),
      pinnedAt: queries.serverTime(),
      owner: await queries.settledUserId(),
    });
  // Before the download, so that its first rows are not evicted to make room for its last.
  await pin(item.resources);
  await stored.persist();
  const downloaded: Resource[] = [];
  const queue = [...item.resources];
  const total = queue.length;
  let done = 0;
  onProgress(done, total);
  async function downloadQueue(): Promise<void> {
    for (let resource = queue.shift(); resource !== undefined; resource = queue.shift()) {
      const fetched = await queries.fetch(resource, signal, true);
      if ('copy' in fetched) {
        await queries.store(resource, fetched.copy);
        downloaded.push(resource);
      } else {
        // Another server, such as a captive portal, may refuse with the same status.
        const status = fetched.failure.kind === 'problem' ? fetched.failure.status : null;
        if (status === 401) throw new DownloadError('signedOut');
        if (status !== 404 && status !== 403) throw new DownloadError('network');
      }
      done += 1;
      onProgress(done, total);
    }
  }
  await Promise.all(Array.from({ length: parallelDownloads }, downloadQueue));
  if (downloaded.length < total) await pin(downloaded);
}

/** Forgets that an item is kept; what is stored stays until its room is needed. */
export async function removeCopy(queries: Queries, item: OfflineItem): Promise<void> {
  await (await queries.openStorage()).cache.unpin(pinId(item));
}

/** Why a download stopped. */
export class DownloadError extends Error {
  readonly problem: 'network' | 'signedOut';
  constructor(problem: 'network' | 'signedOut') {
    super(problem);
    this.problem = problem;
  }
}
