import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { type EventFrom, fromPromise } from 'xstate';
import { type OfflineLibrary, offlineLibraryMachine, selectIsUnsupported } from '#machines/offline-library';
import type { QueryCache } from '../queries/query-cache.ts';
import { storedPageOf } from '../queries/stored-pages.ts';
import { libraryChanges } from './library-changes.ts';
import { useQueryCache } from './read.tsx';
import { typedCallback } from './typed-callback.ts';

/** How many recent reads are searched for pages. */
const recentReads = 24;

async function loadLibrary({ openStorage, settledUserId }: QueryCache): Promise<OfflineLibrary> {
  const { cache } = await openStorage();
  const [{ pins, size, isPersistent }, rows, userId] = await Promise.all([
    cache.usage(),
    cache.recent(recentReads),
    settledUserId(),
  ]);
  const isReadable = (row: { readonly owner: string | null }) => row.owner === null || row.owner === userId;
  return {
    items: pins.filter(isReadable),
    recent: rows.filter(isReadable).flatMap((row) => storedPageOf(row) ?? []),
    size,
    isPersistent,
  };
}

/** Loads the stored items of this device, and follows their changes. */
export function useOfflineLibrary() {
  const queries = useQueryCache();
  const [machine] = useState(() =>
    offlineLibraryMachine.provide({
      actors: {
        load: fromPromise<OfflineLibrary, undefined>(() => loadLibrary(queries)),
        removeItem: fromPromise(async ({ input }) => {
          await (await queries.openStorage()).cache.removePin(input.id);
          libraryChanges.post(null);
        }),
        watchLibrary: typedCallback<EventFrom<typeof offlineLibraryMachine>>((send) =>
          libraryChanges.subscribe(() => send({ type: 'library.changed' })),
        ),
      },
    }),
  );
  const ref = useActorRef(machine);
  return {
    /** Null until it is loaded. */
    library: useSelector(ref, ({ context }) => context.library),
    /** This browser stores nothing. */
    isUnsupported: useSelector(ref, selectIsUnsupported),
    remove: (id: string) => ref.send({ type: 'item.remove', id }),
  };
}
