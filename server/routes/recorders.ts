import { calls } from '#contract/calls/by-name';
import { getRecordingNames } from '../domain/line-up.ts';
import type { LiveRecord } from '../domain/live-races.ts';
import { createPairingCode, deletePrograms, deleteRecorder, listRecorders, pairRecorder } from '../domain/recorders.ts';
import type { Hub } from '../live/hub.ts';
import { handle, type NotifyOwner } from './handlers.ts';

/** Handlers of recorders that are connected to accounts, and of what ends them with the tokens for programs. */
export function recorderHandlers(hub: Hub, notifyOwner: NotifyOwner) {
  const end = (revoked: readonly LiveRecord[]) => {
    for (const record of revoked) hub.register(record, 'removed');
  };
  return [
    handle(calls.createPairingCode, async (context) => ({ value: await createPairingCode(context) })),
    handle(calls.pairRecorder, async (context, { body }) => {
      const { userId, paired } = await pairRecorder(context, body);
      context.afterCommit(() => notifyOwner(userId, { kind: 'recorder', name: body.name }));
      return { value: paired };
    }),
    handle(calls.getRecordingNames, async (context, { query }) => ({ value: await getRecordingNames(context, query) })),
    handle(calls.listRecorders, async (context) => ({ value: await listRecorders(context) })),
    handle(calls.deleteRecorder, async (context, { params: { id } }) => {
      const revoked = await deleteRecorder(context, id);
      context.afterCommit(() => end(revoked));
      return undefined;
    }),
    handle(calls.deletePrograms, async (context) => {
      const revoked = await deletePrograms(context);
      context.afterCommit(() => end(revoked));
      return undefined;
    }),
  ];
}
