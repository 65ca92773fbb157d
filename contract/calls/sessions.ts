import * as v from 'valibot';
import { OwnSessions, Session, SessionPage, SessionSummary, WeekendId } from '../entities/session.ts';
import { SessionVersion } from '../entities/session-version.ts';
import { SessionTypeNumber, TrackNumber } from '../enumerations.ts';
import { text } from '../values/text-values.ts';
import { queryList, queryNumber, Uuid } from '../values/values.ts';
import { call } from './call.ts';
import { csv, enumerated, MissingPart, Page, Paging, picture, sessionKey } from './parameters.ts';

const OwnSessionsQuery = v.object({
  ...Paging.entries,
  /** Only sessions on these tracks; may be repeated. */
  TrackIds: v.optional(queryList(enumerated(TrackNumber), 64), []),
  /** Only sessions of these types; may be repeated. */
  SessionTypes: v.optional(queryList(enumerated(SessionTypeNumber), 64), []),
  /** event: only sessions that are attached to no event; names: only those with drivers that have no name. */
  Without: v.optional(MissingPart),
});

const shownResult = {
  /** game: as the game has it; the id of a season that holds the session: after its rulings; absent: as the page of the session shows it. */
  result: v.optional(v.union([v.literal('game'), Uuid])),
};

/** Sessions, newest first, at most 100. */
export const listSessions = call({
  method: 'GET',
  path: '/api/Sessions',
  access: 'public',
  answer: v.array(SessionSummary),
  cache: 'forMost',
});

/** A session with all details. */
export const getSession = call({
  method: 'GET',
  path: '/api/Sessions/session/{id}',
  access: 'public',
  headers: sessionKey,
  answer: Session,
  cache: 'forMost',
  problems: [404],
});

/** The versions of a session that were replaced or not used, newest first; each is kept for 14 days. */
export const listSessionVersions = call({
  method: 'GET',
  path: '/api/Sessions/{id}/versions',
  access: 'owner',
  answer: v.array(SessionVersion),
  problems: [403, 404],
});

/** A version of a session that was replaced or not used. */
export const getSessionVersion = call({
  method: 'GET',
  path: '/api/Sessions/{id}/versions/{versionId}',
  access: 'owner',
  answer: Session,
  problems: [403, 404],
});

/** The caller’s own sessions, a page. */
export const pageSessions = call({
  method: 'GET',
  path: '/api/Sessions/user',
  access: 'member',
  query: Page,
  answer: SessionPage,
});

/** The caller’s own sessions by tracks and types, a page. */
export const listOwnSessions = call({
  method: 'GET',
  path: '/api/Sessions/currentUser',
  access: 'member',
  query: OwnSessionsQuery,
  answer: OwnSessions,
});

/** Sessions of a user, a page. */
export const pageUserSessions = call({
  method: 'GET',
  path: '/api/Sessions/user/{id}',
  access: 'public',
  query: Page,
  answer: SessionPage,
  cache: 'forMost',
});

/** The sessions of the race weekend that a session belongs to, in order. */
export const listSessionWeekend = call({
  method: 'GET',
  path: '/api/Sessions/{sessionId}/weekend',
  access: 'public',
  headers: sessionKey,
  answer: v.array(SessionSummary),
  cache: 'forMost',
  problems: [404],
});

/** The sessions of a race weekend, in order. */
export const listWeekend = call({
  method: 'GET',
  path: '/api/Sessions/weekend/{weekendId}',
  access: 'public',
  params: {
    /** The weekendId of a session. */
    weekendId: WeekendId,
  },
  answer: v.array(SessionSummary),
  cache: 'forMost',
});

/** Sessions that match words and the qualifiers user: track: type: season: after: before: */
export const filterSessions = call({
  method: 'GET',
  path: '/api/Sessions/filters',
  access: 'public',
  query: v.object({
    /** Words, and the qualifiers user: track: type: season: after: before: */
    filters: v.optional(text(500), ''),
  }),
  answer: v.array(SessionSummary),
});

/** The result of a session as CSV. */
export const getSessionCsv = call({
  method: 'GET',
  path: '/api/Sessions/session/{id}/csv',
  access: 'public',
  query: v.object({ ...csv, ...shownResult }),
  headers: sessionKey,
  file: 'text/csv',
  cache: 'forMost',
  problems: [404],
});

/** The result of a session, or a moment of its replay, as a picture to share; that of the site where there is none. */
export const getSessionPicture = call({
  method: 'GET',
  path: '/api/Sessions/session/{id}/picture',
  access: 'public',
  query: v.object({
    ...picture,
    ...shownResult,
    /** A moment, in s since the start of the session: order, gaps, flag and map as the replay shows them. */
    at: v.optional(queryNumber(0, 999_999)),
    /** The cars that stand out at that moment, four at most, by their carIndex. */
    cars: v.optional(queryList(queryNumber(0, 99), 4), []),
  }),
  headers: sessionKey,
  file: 'image/png',
  cache: 'forMost',
});
