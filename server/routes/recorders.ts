import { createPairingCode, deleteRecorder, listRecorders, pairRecorder } from '../domain/recorders.ts';
import type { Hub } from '../live/hub.ts';
import type { Handlers } from './handlers.ts';

/** Handlers of recorders that are connected to accounts. */
export function recorderHandlers(hub: Hub) {
  return {
    createPairingCode: async (context) => ({ value: await createPairingCode(context) }),
    pairRecorder: async (context, { body }) => ({ value: await pairRecorder(context, body) }),
    listRecorders: async (context) => ({ value: await listRecorders(context) }),
    deleteRecorder: async (context, { params: { id } }) => {
      const revoked = await deleteRecorder(context, id);
      context.afterCommit(() => {
        for (const record of revoked) hub.register(record, 'removed');
      });
      return undefined;
    },
  } satisfies Partial<Handlers>;
}
