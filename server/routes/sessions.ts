import { SessionType, Track } from '#contract/enumerations';
import { labelOf } from '#contract/label';
import { requireUser } from '../domain/context.ts';
import { renameDriver } from '../domain/rename-driver.ts';
import { listFiltered } from '../domain/search.ts';
import {
  deleteSession,
  findSessionJson,
  getSessionDetail,
  getSessionVersion,
  listOwnSessions,
  listSessions,
  listWeekend,
  listWeekendOf,
  pageSessionsOf,
  type SessionJson,
} from '../domain/sessions.ts';
import { type PreparedUpload, prepareUpload, uploadSession } from '../domain/upload-session.ts';
import { createBody } from '../http/bodies.ts';
import { notFound } from '../http/problem.ts';
import type { SessionResponse, SessionResponseCache } from '../http/session-response-cache.ts';
import type { Hub } from '../live/hub.ts';
import { fileAnswer } from './file-answer.ts';
import { type Handlers, withPrepare } from './router.ts';
import { sessionCsv } from './session-csv.ts';

type SessionHandlers = Pick<
  Handlers,
  | 'listSessions'
  | 'createSession'
  | 'getSession'
  | 'getSessionCsv'
  | 'renameDriver'
  | 'deleteSession'
  | 'pageSessions'
  | 'listOwnSessions'
  | 'pageUserSessions'
  | 'listSessionWeekend'
  | 'listWeekend'
  | 'filterSessions'
>;

function toResponse({ id, version, userName, json }: SessionJson): SessionResponse {
  return { id, version, userName, body: createBody(json) };
}

/** Handlers of sessions. */
export function sessionHandlers(cache: SessionResponseCache, hub: Hub): SessionHandlers {
  return {
    listSessions: async (context) => ({ value: await listSessions(context) }),
    createSession: withPrepare<'createSession', PreparedUpload>({
      prepare: ({ body }) => prepareUpload(body),
      run: async (context, _, upload) => {
        const response = toResponse(await uploadSession(context, upload));
        context.afterCommit(() => cache.store(response));
        const { liveId } = upload.upload;
        if (liveId != null) context.afterCommit(() => hub.endByUpload(requireUser(context), liveId, response.id));
        return response;
      },
    }),
    getSession: async (context, { params: { id } }) => {
      const response = await cache.find(
        id,
        () => getSessionVersion(context, id),
        async () => {
          const session = await findSessionJson(context, id);
          return session === null ? null : toResponse(session);
        },
      );
      if (response === null) throw notFound();
      return response;
    },
    getSessionCsv: async (context, { params: { id } }) => {
      const session = await getSessionDetail(context, id);
      const title = [
        labelOf(Track, session.trackId),
        labelOf(SessionType, session.sessionType),
        session.sessionStartTime.slice(0, 10),
      ].join(' ');
      return fileAnswer(sessionCsv(session), { type: 'text/csv', title, extension: 'csv' });
    },
    renameDriver: async (context, { params: { id, carIndex }, body, expected }) => {
      const renamed = await renameDriver(context, { id, carIndex: Number(carIndex), name: body.name, expected });
      const response = toResponse(renamed);
      context.afterCommit(() => cache.store(response));
      return response;
    },
    deleteSession: async (context, { params: { id }, expected }) => {
      await deleteSession(context, { id, expected });
      context.afterCommit(() => cache.invalidate(id));
      return undefined;
    },
    pageSessions: async (context, { query }) => ({
      value: await pageSessionsOf(context, requireUser(context), query.page),
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
