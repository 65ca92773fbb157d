import * as v from 'valibot';
import { DriverUpdate, SessionUpdate, SessionUpload } from '../api/bodies.ts';
import { sessionBodyLimit } from '../constants.ts';
import { StillPublicSessions } from '../entities/account.ts';
import { Session } from '../entities/session.ts';
import { UploadedSession } from '../entities/session-version.ts';
import { listDeletions } from './account.ts';
import { call } from './call.ts';
import { all, ofHolding, ofPlaces, ofSession, seasonLists, withVersions } from './changes.ts';
import { BooleanText, sessionKey } from './parameters.ts';
import { getSession } from './sessions.ts';

/** Upload a session; one that is stored with the same internalSessionId and laps is kept, unless replace=true, with If-Match of its version. */
export const createSession = call({
  method: 'POST',
  path: '/api/Sessions',
  access: 'member',
  query: v.object({
    /** true: the upload takes the place of a stored version, with If-Match only of that version. */
    replace: v.optional(BooleanText),
  }),
  headers: sessionKey,
  body: SessionUpload,
  bodyLimit: sessionBodyLimit,
  answer: UploadedSession,
  isForRecorders: true,
  entity: getSession,
  problems: [403, 409, 412, 413, 422],
  // The teams of a session that was replaced were those of its season.
  changes: (request) => [...withVersions(request), ...ofPlaces],
});

/** Make a session public or private. */
export const updateSession = call({
  method: 'PATCH',
  path: '/api/Sessions/{id}',
  access: 'owner',
  body: SessionUpdate,
  answer: Session,
  version: getSession,
  problems: [403, 404],
  // Seasons list the sessions that the caller may see, and count the public ones.
  changes: (request) => [...ofSession(request), ...seasonLists, ...ofPlaces],
});

/** Make the caller’s sessions public or private that were public before sessions could be private. */
export const decideSessions = call({
  method: 'PATCH',
  path: '/api/Sessions',
  access: 'member',
  body: SessionUpdate,
  answer: StillPublicSessions,
  changes: (request) => [...ofSession(request), ...seasonLists, ...ofPlaces, ...ofHolding],
});

/** Rename a driver of a session. */
export const renameDriver = call({
  method: 'PATCH',
  path: '/api/Sessions/{id}/drivers/{carIndex}',
  access: 'owner',
  params: {
    /** The carIndex of the driver. */
    carIndex: v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'must be the index of a car')),
  },
  body: DriverUpdate,
  answer: Session,
  version: getSession,
  problems: [403, 404],
  changes: (request) => [...ofSession(request), ...ofPlaces],
});

/** Delete a session; its results leave the standings, and it can be restored for 14 days. */
export const deleteSession = call({
  method: 'DELETE',
  path: '/api/Sessions/{id}',
  access: 'owner',
  entity: getSession,
  isDeletion: true,
  problems: [403, 404, 412],
  // Lists of seasons count the events that have a session.
  changes: (request) => [...ofSession(request), ...seasonLists, ...ofPlaces, ...all(listDeletions)],
});

/** Store an earlier version of a session again; the one that it replaces is kept in its place. */
export const restoreSession = call({
  method: 'POST',
  path: '/api/Sessions/{id}/versions/{versionId}/restore',
  access: 'owner',
  answer: Session,
  version: getSession,
  problems: [403, 404, 422],
  // Lengths decide which race of an event is the sprint, and sessions link to the rounds beside them.
  changes: (request) => [...withVersions(request), ...ofPlaces],
});
