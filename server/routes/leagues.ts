import { calls } from '#contract/calls/by-name';
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
import { handle, type Source } from './handlers.ts';

const leagueDrives: Source<typeof calls.getLeagueRecords | typeof calls.getLeagueDriver, LeagueDrives> = {
  read: calls.getLeagueRecords,
  load: (context, { leagueId }) => loadLeagueDrives(context, leagueId),
  sizeOf: ({ drives, seasons }) => 1_000 * (1 + seasons.length) + 100 * drives.length,
};

/** Handlers of leagues. */
export function leagueHandlers(quotas: Quotas) {
  return [
    handle(calls.listLeagues, async (context) => ({ value: await listLeagues(context) })),
    handle<typeof calls.createLeague, Buffer | null>(calls.createLeague, {
      prepare: async ({ body }) => (body.thumbnailBase64 ? convertThumbnail(body.thumbnailBase64) : null),
      run: (context, { body }, image) => createLeague(context, { body, image, quotas }),
    }),
    handle(calls.getLeague, (context, { params }) => getLeague(context, params.leagueId)),
    handle(calls.deleteLeague, (context, { params, expected }) =>
      deleteLeague(context, { id: params.leagueId, expected }),
    ),
    handle(calls.updateLeague, (context, { params, body, expected }) =>
      updateLeague(context, { id: params.leagueId, expected, changes: body }),
    ),
    handle(calls.addLeagueSeason, (context, { params, expected }) =>
      addSeason(context, { id: params.leagueId, seasonId: params.seasonId, expected, quotas }),
    ),
    handle(calls.removeLeagueSeason, (context, { params, expected }) =>
      removeSeason(context, { id: params.leagueId, seasonId: params.seasonId, expected }),
    ),
    handle<typeof calls.setThumbnail, Buffer>(calls.setThumbnail, {
      prepare: ({ body }) => convertThumbnail(body.thumbnailBase64, body.contentType),
      run: (context, { params, expected }, image) => setThumbnail(context, { id: params.leagueId, expected }, image),
    }),
    handle(calls.deleteThumbnail, async (context, { params, expected }) => {
      await setThumbnail(context, { id: params.leagueId, expected }, null);
    }),
    handle(calls.getThumbnail, async (context, { params, query }) => {
      const { id, image, isPublic } = await getThumbnail(context, params.leagueId);
      return { file: image, etag: `"${id}"`, headers: imageHeaders({ isPublic, isVersioned: query.v === id }) };
    }),
    handle(calls.getLeaguePicture, {
      run: async (context, { params, query }) =>
        pictureAnswer(await getLeaguePicture(context, params.leagueId), query.shape),
      orElse: ({ query }) => siteAnswer(query.shape),
    }),
    handle(calls.listLeagueSeasons, async (context) => ({ value: await listLeagueSeasons(context) })),
    handle<typeof calls.getLeagueRecords, LeagueDrives>(calls.getLeagueRecords, {
      source: leagueDrives,
      run: async (context, _, drives) => ({ value: await getLeagueRecords(context, drives) }),
    }),
    handle<typeof calls.getLeagueDriver, LeagueDrives>(calls.getLeagueDriver, {
      source: leagueDrives,
      run: async (_, { query }, drives) => ({ value: getLeagueDriver(drives, query.driver) }),
    }),
    handle(calls.listUserLeagues, async (context, { params }) => {
      const { leagues } = await listLeaguesOf(context, params.userId);
      return { value: leagues };
    }),
    handle(calls.pageUserLeagues, async (context, { params, query }) => ({
      value: await listLeaguesOf(context, params.userId, query),
    })),
  ];
}
