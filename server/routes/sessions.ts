import { trackName } from '#contract/entities/track-name';
import { typeName } from '#contract/entities/type-name';
import { shownEventOf } from '#contract/race/ruled-event';
import { resultOf } from '#contract/race/ruled-session';
import { requireUser } from '../domain/context.ts';
import { getSessionPicture } from '../domain/pictures.ts';
import { type PreparedUpload, prepareUpload } from '../domain/prepare-upload.ts';
import type { Quotas } from '../domain/quotas.ts';
import { renameDriver } from '../domain/rename-driver.ts';
import { listFiltered } from '../domain/search.ts';
import type { RenameInDetail } from '../domain/session-detail.ts';
import { getVersion, listVersions, restoreVersion } from '../domain/session-versions.ts';
import {
  decideSessions,
  deleteSession,
  findStoredSession,
  getSessionDetail,
  listOwnSessions,
  listSessions,
  listWeekend,
  listWeekendOf,
  pageSessionsOf,
  updateSession,
} from '../domain/sessions.ts';
import { uploadSession } from '../domain/upload-session.ts';
import { forbidden, notFound } from '../http/problem.ts';
import { Hub } from '../live/hub.ts';
import { fileAnswer, pictureAnswer, siteAnswer } from './file-answers.ts';
import { type Handlers, withPrepare } from './handlers.ts';
import { sessionCsv } from './session-csv.ts';

/** Handlers of sessions. `rename` renames drivers in a detail, in a thread where that takes long. */
export function sessionHandlers(hub: Hub, { rename, quotas }: { rename: RenameInDetail; quotas: Quotas }) {
  return {
    listSessions: async (context) => ({ value: await listSessions(context) }),
    createSession: withPrepare<'createSession', PreparedUpload>({
      prepare: ({ body }) => prepareUpload(body),
      run: async (context, { query, headers, expected }, upload) => {
        const isRecorded = context.caller?.recorderId !== undefined;
        if (isRecorded && query.replace === 'true')
          throw forbidden('A recorder replaces only what a recorder made, and needs no permission for that.');
        const session = await uploadSession(context, upload, {
          isRecorded,
          isReplacing: query.replace === 'true',
          keyHash: Hub.hashKey(headers['X-Session-Key']),
          expected,
          rename,
          quotas,
        });
        const { liveId } = upload;
        if (liveId !== null) context.afterCommit(() => hub.endByUpload(requireUser(context), liveId, session.id));
        return session;
      },
    }),
    getSession: async (context, { params: { id } }) => {
      const session = await findStoredSession(context, id);
      if (session === null) throw notFound();
      return session;
    },
    getSessionPicture: {
      run: async (context, { params, query }) =>
        pictureAnswer(await getSessionPicture(context, params.id, query.result), query.shape),
      orElse: ({ query }) => siteAnswer(query.shape),
    },
    getSessionCsv: async (context, { params: { id }, query }) => {
      const recorded = await getSessionDetail(context, id);
      const session = resultOf(recorded, shownEventOf(recorded, query.result));
      const title = [
        trackName(session.trackId),
        typeName(session.sessionType),
        session.sessionStartTime.slice(0, 10),
      ].join(' ');
      return fileAnswer(sessionCsv(session, query.separator), { type: 'text/csv', title, extension: 'csv' });
    },
    renameDriver: (context, { params: { id, carIndex }, body, expected }) =>
      renameDriver(context, { id, carIndex: Number(carIndex), name: body.name, expected }, rename),
    updateSession: (context, { params: { id }, body, expected }) =>
      updateSession(context, { id, isPublic: body.isPublic, expected }),
    decideSessions: async (context, { body }) => ({ value: await decideSessions(context, body.isPublic) }),
    deleteSession: (context, { params: { id }, expected }) => deleteSession(context, { id, expected }),
    listSessionVersions: async (context, { params }) => ({ value: await listVersions(context, params) }),
    getSessionVersion: (context, { params }) => getVersion(context, params),
    restoreSession: (context, { params, expected }) => restoreVersion(context, { ...params, expected }, rename),
    pageSessions: async (context, { query }) => ({
      value: await pageSessionsOf(context, requireUser(context), query),
    }),
    listOwnSessions: async (context, { query }) => ({ value: await listOwnSessions(context, query) }),
    pageUserSessions: async (context, { params, query }) => ({
      value: await pageSessionsOf(context, params.id, query),
    }),
    listSessionWeekend: async (context, { params }) => ({ value: await listWeekendOf(context, params.sessionId) }),
    listWeekend: async (context, { params }) => ({ value: await listWeekend(context, params.weekendId) }),
    filterSessions: async (context, { query }) => ({ value: await listFiltered(context, query.filters) }),
  } satisfies Partial<Handlers>;
}
