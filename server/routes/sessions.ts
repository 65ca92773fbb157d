import { SessionType, Track } from '#contract/enumerations';
import { labelOf } from '#contract/label';
import { requireUser } from '../domain/context.ts';
import { type PreparedUpload, prepareUpload } from '../domain/prepare-upload.ts';
import { renameDriver } from '../domain/rename-driver.ts';
import { listFiltered } from '../domain/search.ts';
import {
  deleteSession,
  findSessionJson,
  getSessionDetail,
  listOwnSessions,
  listSessions,
  listWeekend,
  listWeekendOf,
  pageSessionsOf,
  type SessionJson,
} from '../domain/sessions.ts';
import { uploadSession } from '../domain/upload-session.ts';
import { createBody } from '../http/bodies.ts';
import { notFound } from '../http/problem.ts';
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

function toAnswer({ id, version, json }: SessionJson) {
  return { id, version, body: createBody(json) };
}

/** Handlers of sessions. */
export function sessionHandlers(hub: Hub): SessionHandlers {
  return {
    listSessions: async (context) => ({ value: await listSessions(context) }),
    createSession: withPrepare<'createSession', PreparedUpload>({
      prepare: ({ body }) => prepareUpload(body),
      run: async (context, { query }, upload) => {
        const answer = toAnswer(await uploadSession(context, upload, query.replace === 'true'));
        const { liveId } = upload;
        if (liveId !== null) context.afterCommit(() => hub.endByUpload(requireUser(context), liveId, answer.id));
        return answer;
      },
    }),
    getSession: async (context, { params: { id } }) => {
      const session = await findSessionJson(context, id);
      if (session === null) throw notFound();
      return toAnswer(session);
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
    renameDriver: async (context, { params: { id, carIndex }, body, expected }) =>
      toAnswer(await renameDriver(context, { id, carIndex: Number(carIndex), name: body.name, expected })),
    deleteSession: async (context, { params: { id }, expected }) => {
      await deleteSession(context, { id, expected });
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
