import { checkUsername, deleteAccount, deleteAvatar, exportAccount, getAvatar, setAvatar } from '../domain/accounts.ts';
import type { SessionBodies } from '../domain/session-bodies.ts';
import { readThumbnail } from '../domain/thumbnail.ts';
import { type Handlers, prepared } from './router.ts';

type AccountHandlers = Pick<
  Handlers,
  'checkUsername' | 'exportAccount' | 'setAvatar' | 'deleteAvatar' | 'getAvatar' | 'deleteAccount'
>;

/** Calls of the caller's own account. */
export function accountHandlers(publicUrl: string, bodies: SessionBodies): AccountHandlers {
  return {
    checkUsername: async (context, { query }) => ({ value: await checkUsername(context, query.username) }),
    exportAccount: async (context) => ({ value: await exportAccount(context, publicUrl) }),
    setAvatar: prepared<'setAvatar', Buffer>({
      prepare: ({ body }) => readThumbnail(body.thumbnailBase64, body.contentType),
      run: async (context, _, image) => ({ value: await setAvatar(context, publicUrl, image) }),
    }),
    deleteAvatar: async (context) => {
      await deleteAvatar(context);
      return undefined;
    },
    getAvatar: async (context, { params, query }) => {
      const { id, image } = await getAvatar(context, params.userId);
      const isNamed = query.v === id;
      const headers = {
        'content-type': 'image/webp',
        'cache-control': isNamed ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      };
      return { file: image, etag: `"${id}"`, headers };
    },
    deleteAccount: async (context) => {
      await deleteAccount(context, bodies);
      return undefined;
    },
  };
}
