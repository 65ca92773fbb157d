import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { type EventFrom, fromPromise } from 'xstate';
import {
  type CopyPhase,
  type DownloadProblem,
  keepOfflineMachine,
  type OfflineCopy,
  selectPhase,
  selectProgress,
} from '#machines/keep-offline';
import { type QueryCache, type Resource, resourceKeyOf } from '../queries/query-cache.ts';
import type { Pin } from '../storage/database.ts';
import { libraryChanges } from './library-changes.ts';
import { useQueryCache } from './read.tsx';
import { typedCallback } from './typed-callback.ts';

/** Something that can be kept offline, with everything that is read to show it. */
export interface OfflineItem extends Pick<Pin, 'kind' | 'title' | 'path'> {
  readonly id: string;
  readonly resources: readonly Resource[];
}

const parallelDownloads = 3;

function pinId({ kind, id }: OfflineItem): string {
  return `${kind}:${id}`;
}

async function checkCopy(queries: QueryCache, item: OfflineItem): Promise<OfflineCopy> {
  const { cache: stored } = await queries.storage;
  const [{ pins }, keys] = await Promise.all([stored.usage(), stored.keys()]);
  const needed = item.resources.map(resourceKeyOf);
  const done = needed.filter((key) => keys.has(key)).length;
  return { isPinned: pins.some(({ id }) => id === pinId(item)), done, total: needed.length };
}

/**
 * Downloads and stores everything the item needs, except deleted and private entities.
 * @throws DownloadError when the network fails or the session has ended; other errors when the storage is full.
 */
async function downloadCopy(
  queries: QueryCache,
  item: OfflineItem,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { cache: stored } = await queries.storage;
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

class DownloadError extends Error {
  readonly problem: DownloadProblem;
  constructor(problem: DownloadProblem) {
    super(problem);
    this.problem = problem;
  }
}

function problemOf(error: unknown): DownloadProblem {
  return error instanceof DownloadError ? error.problem : 'storageFull';
}

/** How much of an item is on this device, with its actions. */
export interface KeepOffline {
  readonly phase: CopyPhase;
  readonly done: number;
  readonly total: number;
  readonly problem: DownloadProblem | null;
  readonly download: () => void;
  readonly cancel: () => void;
  readonly remove: () => void;
}

type CopyEvent = EventFrom<typeof keepOfflineMachine>;

/** Keeps one item offline; the item must stay the same for the life of the component. */
export function useKeepOffline(item: OfflineItem): KeepOffline {
  const queries = useQueryCache();
  const [machine] = useState(() =>
    keepOfflineMachine.provide({
      actors: {
        watchCopy: typedCallback<CopyEvent>((send) => {
          const check = () => {
            checkCopy(queries, item).then(
              (copy) => send({ type: 'copy.checked', copy }),
              () => send({ type: 'check.failed' }),
            );
          };
          check();
          return libraryChanges.subscribe(check);
        }),
        download: typedCallback<CopyEvent>((send) => {
          const controller = new AbortController();
          const { signal } = controller;
          const sendUnlessAborted = (event: CopyEvent) => (signal.aborted ? undefined : send(event));
          downloadCopy(queries, item, signal, (done, total) =>
            sendUnlessAborted({ type: 'copy.progressed', done, total }),
          ).then(
            () => sendUnlessAborted({ type: 'copy.completed' }),
            (error) => sendUnlessAborted({ type: 'copy.failed', problem: problemOf(error) }),
          );
          return () => {
            // Also ends the parallel downloads after one of them failed.
            controller.abort();
            libraryChanges.post(null);
          };
        }),
        remove: fromPromise(async () => {
          await (await queries.storage).cache.unpin(pinId(item));
          libraryChanges.post(null);
        }),
      },
    }),
  );
  const ref = useActorRef(machine);
  return {
    phase: useSelector(ref, selectPhase),
    ...useSelector(ref, selectProgress),
    download: () => ref.send({ type: 'copy.download' }),
    cancel: () => ref.send({ type: 'copy.cancel' }),
    remove: () => ref.send({ type: 'copy.remove' }),
  };
}
