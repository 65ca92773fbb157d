import { defaultPageSize } from '#contract/constants';
import {
  addSeason,
  createLeague,
  deleteLeague,
  getLeague,
  getThumbnail,
  listLeagues,
  listLeaguesOf,
  removeSeason,
  setThumbnail,
  updateLeague,
} from '../domain/leagues.ts';
import { readThumbnail } from '../domain/thumbnail.ts';
import { type Handlers, prepared } from './router.ts';

type LeagueHandlers = Pick<
  Handlers,
  | 'listLeagues'
  | 'createLeague'
  | 'getLeague'
  | 'deleteLeague'
  | 'updateLeague'
  | 'addLeagueSeason'
  | 'removeLeagueSeason'
  | 'setThumbnail'
  | 'getThumbnail'
  | 'deleteThumbnail'
  | 'listUserLeagues'
  | 'pageUserLeagues'
>;

/** Calls of leagues. */
export function leagueHandlers(): LeagueHandlers {
  return {
    listLeagues: async (context) => ({ value: await listLeagues(context) }),
    createLeague: prepared<'createLeague', Buffer | null>({
      prepare: async ({ body }) => (body.thumbnailBase64 ? readThumbnail(body.thumbnailBase64) : null),
      run: (context, { body }, image) => createLeague(context, body, image),
    }),
    getLeague: (context, { params }) => getLeague(context, params.leagueId),
    deleteLeague: async (context, { params, expected }) => {
      await deleteLeague(context, { id: params.leagueId, expected });
      return undefined;
    },
    updateLeague: (context, { params, body, expected }) =>
      updateLeague(context, { id: params.leagueId, expected, changes: body }),
    addLeagueSeason: (context, { params, expected }) =>
      addSeason(context, { id: params.leagueId, seasonId: params.seasonId, expected }),
    removeLeagueSeason: async (context, { params, expected }) => {
      await removeSeason(context, { id: params.leagueId, seasonId: params.seasonId, expected });
      return undefined;
    },
    setThumbnail: prepared<'setThumbnail', Buffer>({
      prepare: ({ body }) => readThumbnail(body.thumbnailBase64, body.contentType),
      run: (context, { params, expected }, image) => setThumbnail(context, { id: params.leagueId, expected }, image),
    }),
    deleteThumbnail: async (context, { params, expected }) => {
      await setThumbnail(context, { id: params.leagueId, expected }, null);
      return undefined;
    },
    getThumbnail: async (context, { params, query }) => {
      const { id, image, isPublic } = await getThumbnail(context, params.leagueId);
      return { file: image, etag: `"${id}"`, headers: pictureHeaders(isPublic, query.v === id) };
    },
    listUserLeagues: async (context, { params }) => {
      const { leagues } = await listLeaguesOf(context, params.userId);
      return { value: leagues };
    },
    pageUserLeagues: async (context, { params, query }) => ({
      value: await listLeaguesOf(context, params.userId, {
        page: query.page,
        pageSize: query.pageSize ?? defaultPageSize,
      }),
    }),
  };
}

/** A picture can be kept for ever only under the address that names it; a private one is kept nowhere (design §4). */
function pictureHeaders(isPublic: boolean, isNamed: boolean): Record<string, string> {
  const forever = 'public, max-age=31536000, immutable';
  return {
    'content-type': 'image/webp',
    'cache-control': isPublic ? (isNamed ? forever : 'no-cache') : 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': isPublic ? 'cross-origin' : 'same-origin',
  };
}
