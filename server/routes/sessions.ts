import { calls } from '#contract/calls/by-name';
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
import { handle } from './handlers.ts';
import { sessionCsv } from './session-csv.ts';

/** Handlers of sessions. `rename` renames drivers in a detail, in a thread where that takes long. */
export function sessionHandlers(hub: Hub, { rename, quotas }: { rename: RenameInDetail; quotas: Quotas }) {
  return [
    handle(calls.listSessions, async (context) => ({ value: await listSessions(context) })),
    handle<typeof calls.createSession, PreparedUpload>(calls.createSession, {
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
    handle(calls.getSession, async (context, { params: { id } }) => {
      const session = await findStoredSession(context, id);
      if (session === null) throw notFound();
      return session;
    }),
    handle(calls.getSessionPicture, {
      run: async (context, { params: { id }, query: { result, at, cars, shape } }) => {
        const moment = at === undefined ? null : { at: at * 1_000, cars };
        return pictureAnswer(await getSessionPicture(context, { id, result, moment }), shape);
      },
      orElse: ({ query }) => siteAnswer(query.shape),
    }),
    handle(calls.getSessionCsv, async (context, { params: { id }, query }) => {
      const recorded = await getSessionDetail(context, id);
      const session = resultOf(recorded, shownEventOf(recorded, query.result));
      const title = [
        trackName(session.trackId),
        typeName(session.sessionType),
        session.sessionStartTime.slice(0, 10),
      ].join(' ');
      return fileAnswer(sessionCsv(session, query.separator), { type: 'text/csv', title, extension: 'csv' });
    }),
    handle(calls.renameDriver, (context, { params: { id, carIndex }, body, expected }) =>
      renameDriver(context, { id, carIndex: Number(carIndex), name: body.name, expected }, rename),
    ),
    handle(calls.updateSession, (context, { params: { id }, body, expected }) =>
      updateSession(context, { id, isPublic: body.isPublic, expected }),
    ),
    handle(calls.decideSessions, async (context, { body }) => ({
      value: await decideSessions(context, body.isPublic),
    })),
    handle(calls.deleteSession, (context, { params: { id }, expected }) => deleteSession(context, { id, expected })),
    handle(calls.listSessionVersions, async (context, { params }) => ({ value: await listVersions(context, params) })),
    handle(calls.getSessionVersion, (context, { params }) => getVersion(context, params)),
    handle(calls.restoreSession, (context, { params, expected }) =>
      restoreVersion(context, { ...params, expected }, rename),
    ),
    handle(calls.pageSessions, async (context, { query }) => ({
      value: await pageSessionsOf(context, requireUser(context), query),
    })),
    handle(calls.listOwnSessions, async (context, { query }) => ({ value: await listOwnSessions(context, query) })),
    handle(calls.pageUserSessions, async (context, { params, query }) => ({
      value: await pageSessionsOf(context, params.id, query),
    })),
    handle(calls.listSessionWeekend, async (context, { params }) => ({
      value: await listWeekendOf(context, params.sessionId),
    })),
    handle(calls.listWeekend, async (context, { params }) => ({ value: await listWeekend(context, params.weekendId) })),
    handle(calls.filterSessions, async (context, { query }) => ({ value: await listFiltered(context, query.filters) })),
  ];
}
