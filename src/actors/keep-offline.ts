import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { type EventFrom, fromPromise } from 'xstate';
import { keepOfflineMachine, selectPhase } from '#machines/keep-offline';
import { isWorkerOff } from '../browser/worker-switch.ts';
import {
  addExtras,
  checkCopy,
  DownloadError,
  downloadCopy,
  type OfflineItem,
  removeCopy,
} from '../queries/offline-copies.ts';
import { libraryChanges } from './library-changes.ts';
import { useQueryCache } from './read.tsx';
import { typedCallback } from './typed-callback.ts';

/** How much of an item is on this device, with its actions. */
export type KeepOffline = ReturnType<typeof useKeepOffline>;

type CopyEvent = EventFrom<typeof keepOfflineMachine>;

/** The deferred shell has this code already. */
async function storeCharts(): Promise<void> {
  const { storeFiles } = await import('../pwa/stored-files.ts');
  await storeFiles(['charts']);
}

/** Keeps one item offline; the item must stay the same for the life of the component. */
export function useKeepOffline(item: OfflineItem) {
  const queries = useQueryCache();
  const [machine] = useState(() =>
    keepOfflineMachine.provide({
      actors: {
        watchCopy: typedCallback<CopyEvent>((send) => {
          const controller = new AbortController();
          const check = () => {
            if (isWorkerOff()) {
              send({ type: 'check.failed' });
              return;
            }
            checkCopy(queries, item).then(
              (copy) => send({ type: 'copy.checked', copy }),
              () => send({ type: 'check.failed' }),
            );
          };
          check();
          void addExtras(queries, item, controller.signal);
          const unsubscribe = libraryChanges.subscribe(check);
          return () => {
            controller.abort();
            unsubscribe();
          };
        }),
        download: typedCallback<CopyEvent>((send) => {
          const controller = new AbortController();
          const { signal } = controller;
          const sendUnlessAborted = (event: CopyEvent) => (signal.aborted ? undefined : send(event));
          downloadCopy(queries, item, signal, (done, total) =>
            sendUnlessAborted({ type: 'copy.progressed', done, total }),
          )
            // A session without its charts is readable all the same.
            .then(() => storeCharts().catch(() => undefined))
            .then(
              () => sendUnlessAborted({ type: 'copy.completed' }),
              (error) =>
                sendUnlessAborted({
                  type: 'copy.failed',
                  problem: error instanceof DownloadError ? error.problem : 'storageFull',
                }),
            );
          return () => {
            // Also ends the parallel downloads after one of them failed.
            controller.abort();
            libraryChanges.post(null);
          };
        }),
        remove: fromPromise(async () => {
          await removeCopy(queries, item);
          libraryChanges.post(null);
        }),
      },
    }),
  );
  const ref = useActorRef(machine);
  return {
    phase: useSelector(ref, selectPhase),
    ...useSelector(ref, ({ context }) => context),
    download: () => ref.send({ type: 'copy.download' }),
    cancel: () => ref.send({ type: 'copy.cancel' }),
    remove: () => ref.send({ type: 'copy.remove' }),
  };
}
