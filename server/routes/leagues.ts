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
import { getLeaguePicture } from '../domain/pictures.ts';
import type { Quotas } from '../domain/quotas.ts';
import {
  getLeagueDriver,
  getLeagueRecords,
  type LeagueDrives,
  listLeagueSeasons,
  loadLeagueDrives,
} from '../domain/records.ts';
import { convertThumbnail } from '../domain/thumbnail.ts';
import { imageHeaders, pictureAnswer, siteAnswer } from './file-answers.ts';
import { type Handlers, type Source, withPrepare } from './handlers.ts';

const leagueDrives: Source<'getLeagueRecords' | 'getLeagueDriver', LeagueDrives> = {
  read: 'getLeagueRecords',
  load: (context, { leagueId }) => loadLeagueDrives(context, leagueId),
  sizeOf: ({ drives, seasons }) => 1_000 * (1 + seasons.length) + 100 * drives.length,
};

/** Handlers of leagues. */
export function leagueHandlers(quotas: Quotas) {
  return {
    listLeagues: async (context) => ({ value: await listLeagues(context) }),
    createLeague: withPrepare<'createLeague', Buffer | null>({
      prepare: async ({ body }) => (body.thumbnailBase64 ? convertThumbnail(body.thumbnailBase64) : null),
      run: (context, { body }, image) => createLeague(context, { body, image, quotas }),
    }),
    getLeague: (context, { params }) => getLeague(context, params.leagueId),
    deleteLeague: (context, { params, expected }) => deleteLeague(context, { id: params.leagueId, expected }),
    updateLeague: (context, { params, body, expected }) =>
      updateLeague(context, { id: params.leagueId, expected, changes: body }),
    addLeagueSeason: (context, { params, expected }) =>
      addSeason(context, { id: params.leagueId, seasonId: params.seasonId, expected }),
    removeLeagueSeason: (context, { params, expected }) =>
      removeSeason(context, { id: params.leagueId, seasonId: params.seasonId, expected }),
    setThumbnail: withPrepare<'setThumbnail', Buffer>({
      prepare: ({ body }) => convertThumbnail(body.thumbnailBase64, body.contentType),
      run: (context, { params, expected }, image) => setThumbnail(context, { id: params.leagueId, expected }, image),
    }),
    deleteThumbnail: async (context, { params, expected }) => {
      await setThumbnail(context, { id: params.leagueId, expected }, null);
    },
    getThumbnail: async (context, { params, query }) => {
      const { id, image, isPublic } = await getThumbnail(context, params.leagueId);
      return { file: image, etag: `"${id}"`, headers: imageHeaders({ isPublic, isVersioned: query.v === id }) };
    },
    getLeaguePicture: {
      run: async (context, { params, query }) =>
        pictureAnswer(await getLeaguePicture(context, params.leagueId), query.shape),
      orElse: ({ query }) => siteAnswer(query.shape),
    },
    listLeagueSeasons: async (context) => ({ value: await listLeagueSeasons(context) }),
    getLeagueRecords: withPrepare<'getLeagueRecords', LeagueDrives>({
      source: leagueDrives,
      run: async (context, _, drives) => ({ value: await getLeagueRecords(context, drives) }),
    }),
    getLeagueDriver: withPrepare<'getLeagueDriver', LeagueDrives>({
      source: leagueDrives,
      run: async (_, { query }, drives) => ({ value: getLeagueDriver(drives, query.driver) }),
    }),
    listUserLeagues: async (context, { params }) => {
      const { leagues } = await listLeaguesOf(context, params.userId);
      return { value: leagues };
    },
    pageUserLeagues: async (context, { params, query }) => ({
      value: await listLeaguesOf(context, params.userId, query),
    }),
  } satisfies Partial<Handlers>;
}
