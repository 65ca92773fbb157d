// One piece, whatever its length: every call of the API stands here once, and a reader finds them all.
import * as v from 'valibot';
import { AccountExport, Availability, Avatar } from './account.ts';
import { Health, ServerConfig } from './config.ts';
import { defaultPageSize, imageBodyLimit, maximumPageSize, sessionBodyLimit } from './constants.ts';
import { SessionTypeNumber, TrackNumber } from './enumerations.ts';
import { League, LeagueCreate, LeagueList, LeagueUpdate, ThumbnailUpdate } from './league.ts';
import { LiveRegistration, LiveSummary } from './live.ts';

import { Profile } from './profile.ts';
import { SearchResult } from './search.ts';
import {
  EventCreate,
  EventSessionsAdd,
  EventsCreate,
  Season,
  SeasonCreate,
  SeasonPage,
  SeasonSummary,
  SeasonUpdate,
} from './season.ts';
import { OwnSessions, Session, SessionPage, SessionSummary, SessionUpload, WeekendId } from './session.ts';
import { queryList, queryNumber, text, Uuid } from './values.ts';

/** Who may call: anyone, anyone signed in, or the owner of the thing alone (spec §6, design §4). */
export type Access = 'public' | 'member' | 'owner';

type Schema = v.GenericSchema<unknown, unknown>;

/** One call of the API: what is sent and what comes back; every other house reads it from here. */
export interface Call<
  Path extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: Path;
  readonly access: Access;
  readonly query?: Query;
  readonly body?: Body;
  /** Absent: 204 without a body. */
  readonly answer?: Answer;
  /** The answer is a file of this type instead of JSON. */
  readonly file?: string;
  /** Bytes; 64 KiB unless said. */
  readonly bodyLimit?: number;
  /** Statuses that answer with problem details besides 400 and 5xx. */
  readonly problems?: readonly number[];
  /** Schema of a path parameter that is not a UUID. */
  readonly params?: Readonly<Record<string, v.GenericSchema<string, unknown>>>;
  /** Belongs to live timing: `ws` is a socket, no HTTP answer (design §5). */
  readonly live?: 'http' | 'ws';
}

function call<
  const Path extends string,
  const Query extends Schema = never,
  const Body extends Schema = never,
  const Answer extends Schema = never,
>(definition: Call<Path, Query, Body, Answer>): Call<Path, Query, Body, Answer> {
  return definition;
}

const page = v.optional(queryNumber(0, 1_000_000), '0');
const pageSize = v.optional(queryNumber(1, maximumPageSize), String(defaultPageSize));
const Page = v.object({ page });
const Paging = v.object({ page, pageSize });

/** A number of an enumeration, sent as text. */
function enumerated<const Output extends number>(schema: v.GenericSchema<Output>) {
  return v.pipe(v.string(), v.regex(/^-?\d{1,3}$/, 'must be a number'), v.transform(Number), schema);
}

const OwnSessionsQuery = v.object({
  page,
  pageSize,
  TrackIds: v.optional(queryList(enumerated(TrackNumber), 64), []),
  SessionTypes: v.optional(queryList(enumerated(SessionTypeNumber), 64), []),
});

const LiveView = v.object({
  view: v.optional(v.picklist(['table', 'full'])),
  format: v.optional(v.picklist(['binary', 'json'])),
  since: v.optional(v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{1,10}$/))),
  ticket: v.optional(v.string()),
  key: v.optional(v.string()),
});

/** Every call of spec §7 once, and the additional calls of design §4 that are served. */
export const calls = {
  listLeagues: call({
    method: 'GET',
    path: '/api/League',
    access: 'public',
    answer: LeagueList,
  }),
  createLeague: call({
    method: 'POST',
    path: '/api/League',
    access: 'member',
    body: LeagueCreate,
    bodyLimit: imageBodyLimit,
    answer: League,
    problems: [401, 413, 422],
  }),
  getLeague: call({
    method: 'GET',
    path: '/api/League/{leagueId}',
    access: 'public',
    answer: League,
    problems: [404],
  }),
  deleteLeague: call({
    method: 'DELETE',
    path: '/api/League/{leagueId}',
    access: 'owner',
    problems: [401, 403, 404, 412],
  }),
  updateLeague: call({
    method: 'PATCH',
    path: '/api/League/{leagueId}',
    access: 'owner',
    body: LeagueUpdate,
    answer: League,
    problems: [401, 403, 404, 412],
  }),
  addLeagueSeason: call({
    method: 'POST',
    path: '/api/League/{leagueId}/seasons/{seasonId}',
    access: 'owner',
    answer: League,
    problems: [401, 403, 404, 412],
  }),
  removeLeagueSeason: call({
    method: 'DELETE',
    path: '/api/League/{leagueId}/seasons/{seasonId}',
    access: 'owner',
    problems: [401, 403, 404, 412],
  }),
  setThumbnail: call({
    method: 'PATCH',
    path: '/api/League/{leagueId}/thumbnail',
    access: 'owner',
    body: ThumbnailUpdate,
    bodyLimit: imageBodyLimit,
    answer: League,
    problems: [401, 403, 404, 412, 413],
  }),
  getThumbnail: call({
    method: 'GET',
    path: '/api/League/{leagueId}/thumbnail',
    access: 'public',
    query: v.object({ v: v.optional(v.string()) }),
    file: 'image/webp',
    problems: [404],
  }),
  deleteThumbnail: call({
    method: 'DELETE',
    path: '/api/League/{leagueId}/thumbnail',
    access: 'owner',
    problems: [401, 403, 404, 412],
  }),
  listUserLeagues: call({
    method: 'GET',
    path: '/api/League/user/{userId}',
    access: 'public',
    answer: v.array(League),
  }),
  pageUserLeagues: call({
    method: 'GET',
    path: '/api/League/user/{userId}/page',
    access: 'public',
    query: Paging,
    answer: LeagueList,
  }),

  registerLive: call({
    method: 'POST',
    path: '/api/LiveSession/register/{id}',
    access: 'member',
    query: v.object({ key: v.optional(v.string()), useTcp: v.optional(v.picklist(['true', 'false'])) }),
    answer: LiveRegistration,
    problems: [401, 403],
    live: 'http',
  }),
  listLive: call({
    method: 'GET',
    path: '/api/LiveSession/all',
    access: 'public',
    answer: v.array(LiveSummary),
    live: 'http',
  }),
  getLive: call({
    method: 'GET',
    path: '/api/LiveSession/{id}',
    access: 'public',
    answer: LiveSummary,
    problems: [404],
    live: 'http',
  }),
  listUserLive: call({
    method: 'GET',
    path: '/api/LiveSession/user/{userId}',
    access: 'public',
    answer: v.array(LiveSummary),
    live: 'http',
  }),
  watchLive: call({
    method: 'GET',
    path: '/api/LiveSession/ws/{id}',
    access: 'public',
    query: LiveView,
    live: 'ws',
  }),
  watchUserLive: call({
    method: 'GET',
    path: '/api/LiveSession/ws/user/{id}',
    access: 'public',
    query: LiveView,
    live: 'ws',
  }),

  listSeasons: call({
    method: 'GET',
    path: '/api/Seasons',
    access: 'public',
    answer: v.array(SeasonSummary),
  }),
  createSeason: call({
    method: 'POST',
    path: '/api/Seasons',
    access: 'member',
    body: SeasonCreate,
    answer: Season,
    problems: [401, 422],
  }),
  updateSeason: call({
    method: 'PATCH',
    path: '/api/Seasons',
    access: 'owner',
    body: SeasonUpdate,
    answer: Season,
    problems: [401, 403, 404, 412],
  }),
  getSeason: call({
    method: 'GET',
    path: '/api/Seasons/{id}',
    access: 'public',
    answer: Season,
    problems: [404],
  }),
  deleteSeason: call({
    method: 'DELETE',
    path: '/api/Seasons/{id}',
    access: 'owner',
    problems: [401, 403, 404, 412],
  }),
  listUserSeasons: call({
    method: 'GET',
    path: '/api/Seasons/user/{userId}',
    access: 'public',
    answer: v.array(SeasonSummary),
  }),
  pageOwnSeasons: call({
    method: 'GET',
    path: '/api/Seasons/user',
    access: 'member',
    query: Paging,
    answer: SeasonPage,
    problems: [401],
  }),
  addEvent: call({
    method: 'POST',
    path: '/api/Seasons/{seasonId}/events',
    access: 'owner',
    body: EventCreate,
    answer: Season,
    problems: [401, 403, 404, 412, 422],
  }),
  addEvents: call({
    method: 'PATCH',
    path: '/api/Seasons/{seasonId}/events',
    access: 'owner',
    body: EventsCreate,
    answer: Season,
    problems: [401, 403, 404, 412],
  }),
  deleteEvent: call({
    method: 'DELETE',
    path: '/api/Seasons/{seasonId}/events/{eventId}',
    access: 'owner',
    problems: [401, 403, 404, 412],
  }),
  addEventSession: call({
    method: 'PATCH',
    // Spelt with three s (spec §7).
    path: '/api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}',
    access: 'owner',
    answer: Season,
    problems: [401, 403, 404, 412],
  }),
  removeEventSession: call({
    method: 'DELETE',
    path: '/api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}',
    access: 'owner',
    problems: [401, 403, 404, 412],
  }),
  addEventSessions: call({
    method: 'PATCH',
    path: '/api/Seasons/{seasonId}/events/{eventId}/sessions',
    access: 'owner',
    body: EventSessionsAdd,
    answer: Season,
    problems: [401, 403, 404, 412],
  }),

  listSessions: call({
    method: 'GET',
    path: '/api/Sessions',
    access: 'public',
    answer: v.array(SessionSummary),
  }),
  createSession: call({
    method: 'POST',
    path: '/api/Sessions',
    access: 'member',
    body: SessionUpload,
    bodyLimit: sessionBodyLimit,
    answer: Session,
    problems: [401, 413, 422],
  }),
  getSession: call({
    method: 'GET',
    path: '/api/Sessions/session/{id}',
    access: 'public',
    answer: Session,
    problems: [404],
  }),
  deleteSession: call({
    method: 'DELETE',
    path: '/api/Sessions/{id}',
    access: 'owner',
    problems: [401, 403, 404, 412],
  }),
  pageSessions: call({
    method: 'GET',
    path: '/api/Sessions/user',
    access: 'member',
    query: Page,
    answer: SessionPage,
    problems: [401],
  }),
  listOwnSessions: call({
    method: 'GET',
    path: '/api/Sessions/currentUser',
    access: 'member',
    query: OwnSessionsQuery,
    answer: OwnSessions,
    problems: [401],
  }),
  pageUserSessions: call({
    method: 'GET',
    path: '/api/Sessions/user/{id}',
    access: 'public',
    query: Page,
    answer: SessionPage,
  }),
  listSessionWeekend: call({
    method: 'GET',
    path: '/api/Sessions/{sessionId}/weekend',
    access: 'public',
    answer: v.array(SessionSummary),
    problems: [404],
  }),
  listWeekend: call({
    method: 'GET',
    path: '/api/Sessions/weekend/{weekendId}',
    access: 'public',
    params: { weekendId: WeekendId },
    answer: v.array(SessionSummary),
  }),
  filterSessions: call({
    method: 'GET',
    path: '/api/Sessions/filters',
    access: 'public',
    query: v.object({ filters: v.optional(text(500), '') }),
    answer: v.array(SessionSummary),
  }),

  search: call({
    method: 'GET',
    path: '/api/Search',
    access: 'public',
    query: v.object({ q: text(200) }),
    answer: SearchResult,
  }),
  getProfile: call({
    method: 'GET',
    path: '/api/Profile/{userId}',
    access: 'public',
    answer: Profile,
    problems: [404],
  }),
  checkUsername: call({
    method: 'GET',
    path: '/api/Account/available',
    access: 'member',
    query: v.object({ username: text(200) }),
    answer: Availability,
    problems: [401],
  }),
  exportAccount: call({
    method: 'GET',
    path: '/api/Account/export',
    access: 'member',
    answer: AccountExport,
    problems: [401],
  }),
  setAvatar: call({
    method: 'PUT',
    path: '/api/Account/avatar',
    access: 'member',
    body: ThumbnailUpdate,
    bodyLimit: imageBodyLimit,
    answer: Avatar,
    problems: [401, 413, 422],
  }),
  deleteAvatar: call({
    method: 'DELETE',
    path: '/api/Account/avatar',
    access: 'member',
    problems: [401],
  }),
  getAvatar: call({
    method: 'GET',
    path: '/api/Account/{userId}/avatar',
    access: 'public',
    query: v.object({ v: v.optional(v.string()) }),
    file: 'image/webp',
    problems: [404],
  }),
  deleteAccount: call({
    method: 'DELETE',
    path: '/api/Account',
    access: 'member',
    problems: [401],
  }),
  getConfig: call({
    method: 'GET',
    path: '/api/config',
    access: 'public',
    answer: ServerConfig,
  }),
  getHealth: call({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    answer: Health,
  }),
} as const satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** Calls of live timing (design §5). */
export type LiveCallName = 'registerLive' | 'listLive' | 'getLive' | 'listUserLive' | 'watchLive' | 'watchUserLive';

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Path parameters of a call, by name. */
export type ParamsOf<Name extends CallName> = Record<ParamNames<Calls[Name]['path']>, string>;
/** What a query holds once read. */
export type QueryOf<Name extends CallName> =
  Calls[Name] extends Call<string, infer Query, Schema, Schema> ? v.InferOutput<Query> : never;
export type BodyOf<Name extends CallName> =
  Calls[Name] extends Call<string, Schema, infer Body, Schema> ? v.InferInput<Body> : never;
/** What a body holds once read: defaults are filled in. */
export type ReadBodyOf<Name extends CallName> =
  Calls[Name] extends Call<string, Schema, infer Body, Schema> ? v.InferOutput<Body> : never;
export type AnswerOf<Name extends CallName> =
  Calls[Name] extends Call<string, Schema, Schema, infer Answer> ? v.InferOutput<Answer> : never;

/** What a path parameter must be: a UUID unless the call says otherwise. */
export function paramSchemaOf(call: Call, name: string): v.GenericSchema<string, unknown> {
  return call.params?.[name] ?? Uuid;
}
