import type { Pin } from '../storage/database.ts';
import { type QueryCache, type Resource, resourceKeyOf } from './query-cache.ts';

type Queries = Pick<QueryCache, 'openStorage' | 'fetch' | 'store' | 'serverTime' | 'settledUserId'>;

/** Something that can be kept offline, with everything that is read to show it. */
export interface OfflineItem extends Pick<Pin, 'kind' | 'title' | 'path'> {
  readonly id: string;
  readonly resources: readonly Resource[];
  /** Resources that a page can miss. It never counts as missing: `addExtras` gets it unasked. */
  readonly extras: readonly Resource[];
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
  const isPinned = pins.some(({ id }) => id === pinId(item));
  const missing = item.resources.filter((resource) => !keys.has(resourceKeyOf(resource))).length;
  const total = item.resources.length + item.extras.length;
  return { isPinned, done: total - missing, total };
}

/** Downloads and keeps the extras that a kept item lacks: an earlier version may have kept it without them. Never rejects. */
export async function addExtras(queries: Queries, item: OfflineItem, signal: AbortSignal): Promise<void> {
  try {
    const { cache: stored } = await queries.openStorage();
    for (const extra of item.extras) {
      const key = resourceKeyOf(extra);
      const isStored = (await stored.keys()).has(key);
      const fetched = isStored ? null : await queries.fetch(extra, signal, false);
      const pin = (await stored.usage()).pins.find(({ id }) => id === pinId(item));
      if (signal.aborted || pin === undefined) return;
      if (fetched !== null && !('copy' in fetched)) continue;
      if (!pin.keys.includes(key)) {
        const { id, kind, title, path, pinnedAt, owner } = pin;
        await stored.pin({ id, kind, title, path, pinnedAt, owner, keys: [...pin.keys, key] });
      }
      if (fetched !== null) await queries.store(extra, fetched.copy);
    }
  } catch {
    // A full device keeps what it has.
  }
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
  const resources = [...item.resources, ...item.extras];
  // Before the download, so that its first rows are not evicted to make room for its last.
  await pin(resources);
  await stored.persist();
  const downloaded: Resource[] = [];
  const queue = [...resources];
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
