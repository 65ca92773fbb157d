import { useEffect, useState } from 'react';
import { v4 as createId } from 'uuid';
import { type ActorRefFrom, createActor, fromCallback, fromPromise } from 'xstate';
import { affectedReads } from '#contract/api/dependencies';
import type { Failure, Outcome } from '#contract/api/problem';
import {
  type DeletedItem,
  deletionMachine,
  type RefusedItem,
  selectItems,
  selectRefused,
  selectSecondsLeft,
} from '#machines/deletion';
import type { Api } from '../api/client.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import { useApi } from './api.tsx';
import { type Connectivity, useConnectivity } from './connectivity.tsx';
import { withNetwork } from './mutation.ts';
import { useQueryCache } from './read.tsx';

/** Some sessions that were deleted together. */
interface Deletion {
  readonly key: string;
  readonly items: readonly DeletedItem[];
  readonly isUndoable: boolean;
  /** Seconds until they are deleted on the server. */
  readonly secondsLeft: number;
  readonly refused: readonly RefusedItem[];
  /** The server has not answered for ten seconds. */
  readonly isOverdue: boolean;
  readonly stop: () => void;
  readonly resend: () => void;
  readonly undo: () => void;
  readonly retry: () => void;
  readonly dismiss: () => void;
}

interface Deletions {
  /** Those that can be undone, those without an answer, and those with refused sessions. */
  readonly deletions: readonly Deletion[];
  /** Sessions that are not shown, although the server may still have them. */
  readonly hiddenIds: ReadonlySet<string>;
  readonly remove: (items: readonly DeletedItem[]) => void;
}

interface Running {
  readonly key: string;
  readonly ref: ActorRefFrom<typeof deletionMachine>;
}

/**
 * Deletes own sessions, with ten seconds to undo; leaving the page or closing the tab sends what is still waiting.
 * `onDeleted` is called when the server has deleted all of those that were deleted together.
 */
export function useSessionDeletions(onDeleted?: (items: readonly DeletedItem[]) => void): Deletions {
  const api = useApi();
  const queries = useQueryCache();
  const connectivity = useConnectivity();
  const [running, setRunning] = useState<readonly Running[]>([]);
  const [isLeft] = useState(() => ({ listeners: new Set<() => void>() }));

  useEffect(() => {
    const leave = () => {
      for (const listener of [...isLeft.listeners]) listener();
    };
    // `freeze` comes before a phone drops a tab in the background.
    addEventListener('pagehide', leave);
    document.addEventListener('freeze', leave);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('freeze', leave);
      leave();
    };
  }, [isLeft]);

  function remove(items: readonly DeletedItem[]): void {
    const ref = createActor(provideCalls(api, queries, connectivity, items), { input: { items } });
    const leave = () => ref.send({ type: 'page.left' });
    isLeft.listeners.add(leave);
    // A new list draws the page again.
    const update = () => setRunning((list) => [...list]);
    ref.subscribe({
      next: update,
      complete: () => {
        isLeft.listeners.delete(leave);
        update();
        if (ref.getSnapshot().hasTag('hidden')) onDeleted?.(items);
      },
    });
    ref.start();
    setRunning((list) => [...list, { key: createId(), ref }]);
  }

  const snapshots = running.map(({ key, ref }) => ({ key, ref, snapshot: ref.getSnapshot() }));
  const hidden = snapshots.filter(({ snapshot }) => snapshot.hasTag('hidden'));
  return {
    deletions: snapshots
      .filter(({ snapshot }) => ['undoable', 'overdue', 'refused'].some((tag) => snapshot.tags.has(tag)))
      .map(({ key, ref, snapshot }) => ({
        key,
        items: selectItems(snapshot),
        isUndoable: snapshot.hasTag('undoable'),
        secondsLeft: selectSecondsLeft(snapshot),
        refused: selectRefused(snapshot),
        isOverdue: snapshot.hasTag('overdue'),
        stop: () => ref.send({ type: 'deletion.stop' }),
        resend: () => ref.send({ type: 'deletion.resend' }),
        undo: () => ref.send({ type: 'deletion.undo' }),
        retry: () => ref.send({ type: 'deletion.retry' }),
        dismiss: () => ref.send({ type: 'deletion.dismiss' }),
      })),
    hiddenIds: new Set(hidden.flatMap(({ snapshot }) => selectItems(snapshot).map(({ id }) => id))),
    remove,
  };
}

function provideCalls(api: Api, queries: QueryCache, connectivity: Connectivity, items: readonly DeletedItem[]) {
  // While a page is closed nothing can be waited for: the calls are prepared now, with their token. A page that is closed
  // before it has one deletes nothing, and the sessions are still listed: nothing is sent later without a person.
  const prepared = items.map(({ id }) => ({ id, call: api.prepare('deleteSession', { params: { id } }) }));
  const ready = new Map<string, () => Promise<void>>();
  for (const { id, call } of prepared) call.then((send) => ready.set(id, send)).catch(() => undefined);
  return deletionMachine.provide({
    actors: {
      remove: fromPromise(async ({ input, signal }) => {
        const remove = async (item: DeletedItem): Promise<RefusedItem[]> => {
          const request = { params: { id: item.id } };
          const failure = failureOf(await api.deleteSession({ ...request, signal }));
          if (failure !== null) return [{ ...item, failure: withNetwork(failure, connectivity.status()) }];
          queries.invalidate(affectedReads('deleteSession', request));
          return [];
        };
        // Side by side: one that is not answered holds up no other.
        return (await Promise.all(input.items.map(remove))).flat();
      }),
      watchNetwork: fromCallback(({ sendBack }) =>
        connectivity.subscribe((status) => (status === 'online' ? sendBack({ type: 'network.online' }) : undefined)),
      ),
    },
    actions: {
      reportSlow: connectivity.reportSlow,
      sendOnLeave: ({ context }) => {
        for (const { id } of selectItems({ context })) {
          ready
            .get(id)?.()
            .then(() => queries.invalidate(affectedReads('deleteSession', { params: { id } })));
        }
      },
    },
  });
}

/** Why the session is still there; null also when somebody else was faster, or the answer to an earlier try was lost. */
function failureOf(outcome: Outcome<undefined>): Failure | null {
  if (!('failure' in outcome)) return null;
  const { kind, status } = outcome.failure;
  return kind === 'problem' && status === 404 ? null : outcome.failure;
}
