import { checkUsername, deleteAccount, deleteAvatar, exportAccount, getAvatar, setAvatar } from '../domain/accounts.ts';
import { createApiToken, deleteApiToken, listApiTokens } from '../domain/api-tokens.ts';
import { requireUser } from '../domain/context.ts';
import { listDeletions, undoDeletion } from '../domain/deletions.ts';
import { getUsage, type Quotas } from '../domain/quotas.ts';
import { getTasks } from '../domain/tasks.ts';
import { convertThumbnail } from '../domain/thumbnail.ts';
import type { Hub } from '../live/hub.ts';
import { imageHeaders } from './file-answers.ts';
import { type Handlers, type NotifyOwner, withPrepare } from './handlers.ts';

/** Handlers of the caller's own account, and of avatars. */
export function accountHandlers(
  { publicUrl, quotas }: { publicUrl: string; quotas: Quotas },
  hub: Hub,
  notifyOwner: NotifyOwner,
) {
  return {
    checkUsername: async (context, { query }) => ({ value: await checkUsername(context, query.username) }),
    exportAccount: async (context) => ({ value: await exportAccount(context, publicUrl) }),
    getUsage: async (context) => ({ value: await getUsage(context, quotas) }),
    getTasks: async (context) => ({ value: await getTasks(context) }),
    listDeletions: async (context) => ({ value: await listDeletions(context) }),
    undoDeletion: async (context, { params }) => ({ value: await undoDeletion(context, params.deletionId) }),
    setAvatar: withPrepare<'setAvatar', Buffer>({
      prepare: ({ body }) => convertThumbnail(body.thumbnailBase64, body.contentType),
      run: async (context, _, image) => ({ value: await setAvatar(context, publicUrl, image) }),
    }),
    deleteAvatar: (context) => deleteAvatar(context),
    getAvatar: async (context, { params, query }) => {
      const { id, image } = await getAvatar(context, params.userId);
      return { file: image, etag: `"${id}"`, headers: imageHeaders({ isPublic: true, isVersioned: query.v === id }) };
    },
    listApiTokens: async (context) => ({ value: await listApiTokens(context) }),
    createApiToken: async (context, { body }) => {
      const value = await createApiToken(context, body);
      const userId = requireUser(context);
      context.afterCommit(() => notifyOwner(userId, { kind: 'token', name: body.name }));
      return { value };
    },
    deleteApiToken: (context, { params }) => deleteApiToken(context, params.tokenId),
    deleteAccount: async (context) => {
      await deleteAccount(context);
      const userId = requireUser(context);
      context.afterCommit(() => hub.remove(userId));
      return undefined;
    },
  } satisfies Partial<Handlers>;
}
