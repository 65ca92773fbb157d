import { memberOf } from '../domain/context.ts';
import { listFiltered } from '../domain/search.ts';
import type { SessionBodies } from '../domain/session-bodies.ts';
import {
  deleteSession,
  getSession,
  listOwnSessions,
  listSessions,
  listWeekend,
  listWeekendOf,
  type PackedUpload,
  packUpload,
  pageSessionsOf,
  uploadSession,
} from '../domain/sessions.ts';
import { type Handlers, prepared } from './router.ts';

type SessionHandlers = Pick<
  Handlers,
  | 'listSessions'
  | 'createSession'
  | 'getSession'
  | 'deleteSession'
  | 'pageSessions'
  | 'listOwnSessions'
  | 'pageUserSessions'
  | 'listSessionWeekend'
  | 'listWeekend'
  | 'filterSessions'
>;

/** Calls of sessions. */
export function sessionHandlers(bodies: SessionBodies): SessionHandlers {
  return {
    listSessions: async (context) => ({ value: await listSessions(context) }),
    createSession: prepared<'createSession', PackedUpload>({
      prepare: ({ body }) => packUpload(body),
      run: (context, _, upload) => uploadSession(context, bodies, upload),
    }),
    getSession: (context, { params }) => getSession(context, bodies, params.id),
    deleteSession: async (context, { params, expected }) => {
      await deleteSession(context, bodies, { id: params.id, expected });
      return undefined;
    },
    pageSessions: async (context, { query }) => ({
      value: await pageSessionsOf(context, memberOf(context), query.page),
    }),
    listOwnSessions: async (context, { query }) => ({ value: await listOwnSessions(context, query) }),
    pageUserSessions: async (context, { params, query }) => ({
      value: await pageSessionsOf(context, params.id, query.page),
    }),
    listSessionWeekend: async (context, { params }) => ({ value: await listWeekendOf(context, params.sessionId) }),
    listWeekend: async (context, { params }) => ({ value: await listWeekend(context, params.weekendId) }),
    filterSessions: async (context, { query }) => ({ value: await listFiltered(context, query.filters) }),
  };
}
