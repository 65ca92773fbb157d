import {
  addEvents,
  addSessions,
  createSeason,
  deleteEvent,
  deleteSeason,
  getSeason,
  listSeasons,
  listSeasonsOf,
  pageOwnSeasons,
  removeSession,
  renameSeason,
} from '../domain/seasons.ts';
import type { Handlers } from './router.ts';

type SeasonHandlers = Pick<
  Handlers,
  | 'listSeasons'
  | 'createSeason'
  | 'updateSeason'
  | 'getSeason'
  | 'deleteSeason'
  | 'listUserSeasons'
  | 'pageOwnSeasons'
  | 'addEvent'
  | 'addEvents'
  | 'deleteEvent'
  | 'addEventSession'
  | 'removeEventSession'
  | 'addEventSessions'
>;

/** Handlers of seasons and their events. */
export function seasonHandlers(): SeasonHandlers {
  return {
    listSeasons: async (context) => ({ value: await listSeasons(context) }),
    createSeason: (context, { body }) => createSeason(context, body),
    updateSeason: (context, { body, expected }) => renameSeason(context, { ...body, expected }),
    getSeason: (context, { params }) => getSeason(context, params.id),
    deleteSeason: async (context, { params, expected }) => {
      await deleteSeason(context, { id: params.id, expected });
      return undefined;
    },
    listUserSeasons: async (context, { params }) => ({ value: await listSeasonsOf(context, params.userId) }),
    pageOwnSeasons: async (context, { query }) => ({ value: await pageOwnSeasons(context, query) }),
    addEvent: (context, { params, body, expected }) =>
      addEvents(context, { id: params.seasonId, expected, events: [body] }),
    addEvents: (context, { params, body, expected }) =>
      addEvents(context, { id: params.seasonId, expected, events: body.events }),
    deleteEvent: async (context, { params, expected }) => {
      await deleteEvent(context, { id: params.seasonId, eventId: params.eventId, expected });
      return undefined;
    },
    addEventSession: (context, { params, expected }) =>
      addSessions(context, {
        id: params.seasonId,
        eventId: params.eventId,
        expected,
        sessionIds: [params.sessionId],
      }),
    removeEventSession: async (context, { params, expected }) => {
      const { seasonId, eventId, sessionId } = params;
      await removeSession(context, { id: seasonId, eventId, sessionId, expected });
      return undefined;
    },
    addEventSessions: (context, { params, body, expected }) =>
      addSessions(context, { id: params.seasonId, eventId: params.eventId, expected, sessionIds: body.sessionIds }),
  };
}
