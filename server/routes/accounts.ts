import { calls } from '#contract/calls/by-name';
import { checkUsername, deleteAccount, deleteAvatar, exportAccount, getAvatar, setAvatar } from '../domain/accounts.ts';
import { createApiToken, deleteApiToken, listApiTokens } from '../domain/api-tokens.ts';
import { requireUser } from '../domain/context.ts';
import { listDeletions, restoreDeletion } from '../domain/deletions.ts';
import { getUsage, type Quotas } from '../domain/quotas.ts';
import { getTasks } from '../domain/tasks.ts';
import { convertThumbnail } from '../domain/thumbnail.ts';
import type { Hub } from '../live/hub.ts';
import { imageHeaders } from './file-answers.ts';
import { handle, type NotifyOwner } from './handlers.ts';

/** Handlers of the caller's own account, and of avatars. */
export function accountHandlers(
  { publicUrl, quotas }: { publicUrl: string; quotas: Quotas },
  hub: Hub,
  notifyOwner: NotifyOwner,
) {
  return [
    handle(calls.checkUsername, async (context, { query }) => ({
      value: await checkUsername(context, query.username),
    })),
    handle(calls.exportAccount, async (context) => ({ value: await exportAccount(context, publicUrl) })),
    handle(calls.getUsage, async (context) => ({ value: await getUsage(context, quotas) })),
    handle(calls.getTasks, async (context) => ({ value: await getTasks(context) })),
    handle(calls.listDeletions, async (context, { query }) => ({
      value: await listDeletions(context, { hasLeagues: query.leagues === 'true' }),
    })),
    handle(calls.undoDeletion, async (context, { params }) => {
      await restoreDeletion(context, params.deletionId, quotas);
      return { value: await listDeletions(context, { hasLeagues: false }) };
    }),
    handle<typeof calls.setAvatar, Buffer>(calls.setAvatar, {
      prepare: ({ body }) => convertThumbnail(body.thumbnailBase64, body.contentType),
      run: async (context, _, image) => ({ value: await setAvatar(context, publicUrl, image) }),
    }),
    handle(calls.deleteAvatar, (context) => deleteAvatar(context)),
    handle(calls.getAvatar, async (context, { params, query }) => {
      const { id, image } = await getAvatar(context, params.userId);
      return { file: image, etag: `"${id}"`, headers: imageHeaders({ isPublic: true, isVersioned: query.v === id }) };
    }),
    handle(calls.listApiTokens, async (context) => ({ value: await listApiTokens(context) })),
    handle(calls.createApiToken, async (context, { body }) => {
      const value = await createApiToken(context, body);
      const userId = requireUser(context);
      context.afterCommit(() => notifyOwner(userId, { kind: 'token', name: body.name }));
      return { value };
    }),
    handle(calls.deleteApiToken, (context, { params }) => deleteApiToken(context, params.tokenId)),
    handle(calls.deleteAccount, async (context) => {
      await deleteAccount(context);
      const userId = requireUser(context);
      context.afterCommit(() => hub.remove(userId));
      return undefined;
    }),
  ];
}
