import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { v4 as createId } from 'uuid';
import { fromPromise } from 'xstate';
import type { Failure, Outcome } from '#contract/api/problem';
import { deleteSession } from '#contract/calls/edit-session';
import { type DeletedItem, deletionMachine, type RefusedItem } from '#machines/deletion';
import { deletionsMachine } from '#machines/deletions';
import { useConnectivity } from './connectivity.ts';
import { withNetwork } from './mutation.ts';
import { typedCallback } from './typed-callback.ts';
import { watchNetwork } from './watch-network.ts';
import { usePreparedWrite, useWrite } from './write.ts';

/** Some sessions that were deleted together. */
export interface Deletion {
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

/**
 * Deletes own sessions, with ten seconds to undo; leaving the page or closing the tab sends deletions that still wait.
 * `onItemDeleted` is called with the id of each that the server has deleted, also after the page was left: it is that of the first
 * render. `onDeleted` is called when all sessions of one action are deleted.
 */
export function useSessionDeletions(onItemDeleted: (id: string) => void, onDeleted?: () => void) {
  const connectivity = useConnectivity();
  const sendDeletion = useWrite(deleteSession);
  const prepare = usePreparedWrite(deleteSession);
  /** While a page is closed nothing can be waited for: how to send each call then, with its token. */
  const [prepared] = useState(() => new Map<string, () => Promise<void>>());
  const [machine] = useState(() =>
    deletionsMachine.provide({
      actors: {
        deletion: deletionMachine.provide({
          actors: {
            remove: fromPromise(async ({ input, signal }) => {
              const remove = async (item: DeletedItem): Promise<RefusedItem[]> => {
                const failure = failureOf(await sendDeletion({ entity: item, params: { id: item.id }, signal }));
                if (failure === null) onItemDeleted(item.id);
                return failure === null ? [] : [{ ...item, failure: withNetwork(failure, connectivity.status()) }];
              };
              // Side by side: one that is not answered holds up no other.
              return (await Promise.all(input.items.map(remove))).flat();
            }),
            watchNetwork: watchNetwork(connectivity),
          },
          actions: {
            reportSlow: connectivity.reportSlow,
            sendOnLeave: ({ context }) => {
              for (const { id } of context.items) void prepared.get(id)?.();
            },
          },
        }),
        watchPage: typedCallback<{ readonly type: 'page.left' }>((send) => {
          const leave = () => send({ type: 'page.left' });
          // `freeze` comes before a phone drops a tab in the background.
          addEventListener('pagehide', leave);
          document.addEventListener('freeze', leave);
          return () => {
            removeEventListener('pagehide', leave);
            document.removeEventListener('freeze', leave);
          };
        }),
      },
    }),
  );
  const ref = useActorRef(machine);
  // A layout effect: it is cleaned up before useActorRef stops the machine.
  useLayoutEffect(() => () => ref.send({ type: 'page.left' }), [ref]);
  const handleDeleted = useEffectEvent(() => onDeleted?.());
  useEffect(() => ref.on('deletions.deleted', handleDeleted).unsubscribe, [ref]);
  const snapshots = useSelector(ref, ({ context }) => context.deletions).map(({ key, ref: child }) => ({
    key,
    send: child.send,
    snapshot: child.getSnapshot(),
  }));
  const hidden = snapshots.filter(({ snapshot }) => snapshot.hasTag('hidden'));
  return {
    /** Deletions that can be undone, that wait for an answer, or that have refused sessions. */
    deletions: snapshots
      .filter(({ snapshot }) => ['undoable', 'overdue', 'refused'].some((tag) => snapshot.tags.has(tag)))
      .map(({ key, send, snapshot }) => ({
        key,
        items: snapshot.context.items,
        isUndoable: snapshot.hasTag('undoable'),
        secondsLeft: snapshot.context.secondsLeft,
        refused: snapshot.context.refused,
        isOverdue: snapshot.hasTag('overdue'),
        stop: () => send({ type: 'deletion.stop' }),
        resend: () => send({ type: 'deletion.resend' }),
        undo: () => send({ type: 'deletion.undo' }),
        retry: () => send({ type: 'deletion.retry' }),
        dismiss: () => send({ type: 'deletion.dismiss' }),
      })),
    /** Sessions that are not shown, although the server may still have them. */
    hiddenIds: new Set(hidden.flatMap(({ snapshot }) => snapshot.context.items.map(({ id }) => id))),
    remove(items: readonly DeletedItem[]) {
      // A page that is closed before a call has its token deletes nothing, and the session is still listed.
      for (const { id } of items)
        prepare({ id }, () => onItemDeleted(id)).then(
          (send) => prepared.set(id, send),
          () => undefined,
        );
      ref.send({ type: 'deletions.add', key: createId(), items });
    },
  };
}

/** Why the session is still stored; null also when another request or a lost one has deleted it. */
function failureOf(outcome: Outcome<undefined>): Failure | null {
  if (!('failure' in outcome)) return null;
  const { kind, status } = outcome.failure;
  return kind === 'problem' && status === 404 ? null : outcome.failure;
}
