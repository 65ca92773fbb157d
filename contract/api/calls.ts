import type * as v from 'valibot';

type AnswerModule =
  | 'account'
  | 'config'
  | 'leagues'
  | 'live'
  | 'profile'
  | 'recorders'
  | 'search'
  | 'seasons'
  | 'sessions'
  | 'tracks';

/** One call of the API, for clients; requests.ts has the rest for the server. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Which module of `answers/` has the schema of the JSON answer. A call with neither this nor `file` answers 204. */
  readonly answer?: AnswerModule;
  /** The answer is a file of this media type instead of JSON. */
  readonly file?: string;
  /** A WebSocket: the request is an upgrade, and there is no answer. */
  readonly isSocket?: true;
}

/** Every call of the API. */
export const calls = {
  listLeagues: { method: 'GET', path: '/api/League', answer: 'leagues' },
  createLeague: { method: 'POST', path: '/api/League', answer: 'leagues' },
  getLeague: { method: 'GET', path: '/api/League/{leagueId}', answer: 'leagues' },
  deleteLeague: { method: 'DELETE', path: '/api/League/{leagueId}' },
  updateLeague: { method: 'PATCH', path: '/api/League/{leagueId}', answer: 'leagues' },
  addLeagueSeason: { method: 'POST', path: '/api/League/{leagueId}/seasons/{seasonId}', answer: 'leagues' },
  removeLeagueSeason: { method: 'DELETE', path: '/api/League/{leagueId}/seasons/{seasonId}' },
  setThumbnail: { method: 'PATCH', path: '/api/League/{leagueId}/thumbnail', answer: 'leagues' },
  getThumbnail: { method: 'GET', path: '/api/League/{leagueId}/thumbnail', file: 'image/webp' },
  deleteThumbnail: { method: 'DELETE', path: '/api/League/{leagueId}/thumbnail' },
  getLeaguePicture: { method: 'GET', path: '/api/League/{leagueId}/picture', file: 'image/png' },
  listUserLeagues: { method: 'GET', path: '/api/League/user/{userId}', answer: 'leagues' },
  pageUserLeagues: { method: 'GET', path: '/api/League/user/{userId}/page', answer: 'leagues' },
  listLeagueSeasons: { method: 'GET', path: '/api/League/seasons', answer: 'leagues' },
  getLeagueRecords: { method: 'GET', path: '/api/League/{leagueId}/records', answer: 'leagues' },
  getLeagueDriver: { method: 'GET', path: '/api/League/{leagueId}/driver', answer: 'leagues' },

  getWebhook: { method: 'GET', path: '/api/League/{leagueId}/webhook', answer: 'leagues' },
  updateWebhook: { method: 'PATCH', path: '/api/League/{leagueId}/webhook', answer: 'leagues' },
  deleteWebhook: { method: 'DELETE', path: '/api/League/{leagueId}/webhook' },
  testWebhook: { method: 'POST', path: '/api/League/{leagueId}/webhook/test', answer: 'leagues' },
  resendDelivery: {
    method: 'POST',
    path: '/api/League/{leagueId}/webhook/deliveries/{deliveryId}',
    answer: 'leagues',
  },

  registerLive: { method: 'POST', path: '/api/LiveSession/register/{id}', answer: 'live' },
  listLive: { method: 'GET', path: '/api/LiveSession/all', answer: 'live' },
  getLive: { method: 'GET', path: '/api/LiveSession/{id}', answer: 'live' },
  listUserLive: { method: 'GET', path: '/api/LiveSession/user/{userId}', answer: 'live' },
  createTicket: { method: 'POST', path: '/api/LiveSession/{id}/ticket', answer: 'live' },
  publishLive: { method: 'GET', path: '/api/LiveSession/ws/publish/{id}', isSocket: true },
  watchLive: { method: 'GET', path: '/api/LiveSession/ws/{id}', isSocket: true },
  watchUserLive: { method: 'GET', path: '/api/LiveSession/ws/user/{id}', isSocket: true },

  createPairingCode: { method: 'POST', path: '/api/Recorders/code', answer: 'recorders' },
  pairRecorder: { method: 'POST', path: '/api/Recorders/pair', answer: 'recorders' },
  listRecorders: { method: 'GET', path: '/api/Recorders', answer: 'recorders' },
  deleteRecorder: { method: 'DELETE', path: '/api/Recorders/{id}' },

  listSeasons: { method: 'GET', path: '/api/Seasons', answer: 'seasons' },
  createSeason: { method: 'POST', path: '/api/Seasons', answer: 'seasons' },
  updateSeason: { method: 'PATCH', path: '/api/Seasons', answer: 'seasons' },
  getSeason: { method: 'GET', path: '/api/Seasons/{id}', answer: 'seasons' },
  deleteSeason: { method: 'DELETE', path: '/api/Seasons/{id}' },
  listUserSeasons: { method: 'GET', path: '/api/Seasons/user/{userId}', answer: 'seasons' },
  pageOwnSeasons: { method: 'GET', path: '/api/Seasons/user', answer: 'seasons' },
  addEvent: { method: 'POST', path: '/api/Seasons/{seasonId}/events', answer: 'seasons' },
  addEvents: { method: 'PATCH', path: '/api/Seasons/{seasonId}/events', answer: 'seasons' },
  updateEvent: { method: 'PATCH', path: '/api/Seasons/{seasonId}/events/{eventId}', answer: 'seasons' },
  orderEvents: { method: 'PUT', path: '/api/Seasons/{seasonId}/events/order', answer: 'seasons' },
  deleteEvent: { method: 'DELETE', path: '/api/Seasons/{seasonId}/events/{eventId}' },
  // The specification spells it with three s.
  addEventSession: {
    method: 'PATCH',
    path: '/api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}',
    answer: 'seasons',
  },
  removeEventSession: { method: 'DELETE', path: '/api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}' },
  setSessionScoring: {
    method: 'PATCH',
    path: '/api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}',
    answer: 'seasons',
  },
  addEventSessions: { method: 'PATCH', path: '/api/Seasons/{seasonId}/events/{eventId}/sessions', answer: 'seasons' },
  updateScoring: { method: 'PATCH', path: '/api/Seasons/{id}/scoring', answer: 'seasons' },
  setAliases: { method: 'PUT', path: '/api/Seasons/{id}/aliases', answer: 'seasons' },
  setRoster: { method: 'PUT', path: '/api/Seasons/{id}/roster', answer: 'seasons' },
  listRecordedDrivers: { method: 'GET', path: '/api/Seasons/{id}/drivers', answer: 'seasons' },
  listClaims: { method: 'GET', path: '/api/Seasons/{id}/claims', answer: 'seasons' },
  claimDriver: { method: 'POST', path: '/api/Seasons/{id}/claims', answer: 'seasons' },
  confirmClaim: { method: 'PATCH', path: '/api/Seasons/{id}/claims/{claimId}', answer: 'seasons' },
  deleteClaim: { method: 'DELETE', path: '/api/Seasons/{id}/claims/{claimId}' },
  listDrivenSeasons: { method: 'GET', path: '/api/Seasons/driver/{userId}', answer: 'seasons' },
  getDriverRecord: { method: 'GET', path: '/api/Seasons/driver/{userId}/record', answer: 'seasons' },
  addRuling: { method: 'POST', path: '/api/Seasons/{id}/rulings', answer: 'seasons' },
  withdrawRuling: { method: 'DELETE', path: '/api/Seasons/{id}/rulings/{rulingId}' },
  previewStandings: { method: 'POST', path: '/api/Seasons/{id}/preview', answer: 'seasons' },
  createRevision: { method: 'POST', path: '/api/Seasons/{id}/revisions', answer: 'seasons' },
  withdrawRevision: { method: 'DELETE', path: '/api/Seasons/{id}/revisions/{number}' },
  listRevisions: { method: 'GET', path: '/api/Seasons/{id}/revisions', answer: 'seasons' },
  getSeasonCsv: { method: 'GET', path: '/api/Seasons/{id}/csv', file: 'text/csv' },
  getSeasonPicture: { method: 'GET', path: '/api/Seasons/{id}/picture', file: 'image/png' },
  getCalendar: { method: 'GET', path: '/api/Seasons/{id}/calendar.ics', file: 'text/calendar' },

  listSessions: { method: 'GET', path: '/api/Sessions', answer: 'sessions' },
  createSession: { method: 'POST', path: '/api/Sessions', answer: 'sessions' },
  getSession: { method: 'GET', path: '/api/Sessions/session/{id}', answer: 'sessions' },
  getSessionCsv: { method: 'GET', path: '/api/Sessions/session/{id}/csv', file: 'text/csv' },
  getSessionPicture: { method: 'GET', path: '/api/Sessions/session/{id}/picture', file: 'image/png' },
  renameDriver: { method: 'PATCH', path: '/api/Sessions/{id}/drivers/{carIndex}', answer: 'sessions' },
  deleteSession: { method: 'DELETE', path: '/api/Sessions/{id}' },
  listSessionVersions: { method: 'GET', path: '/api/Sessions/{id}/versions', answer: 'sessions' },
  getSessionVersion: { method: 'GET', path: '/api/Sessions/{id}/versions/{versionId}', answer: 'sessions' },
  restoreSession: { method: 'POST', path: '/api/Sessions/{id}/versions/{versionId}/restore', answer: 'sessions' },
  pageSessions: { method: 'GET', path: '/api/Sessions/user', answer: 'sessions' },
  listOwnSessions: { method: 'GET', path: '/api/Sessions/currentUser', answer: 'sessions' },
  pageUserSessions: { method: 'GET', path: '/api/Sessions/user/{id}', answer: 'sessions' },
  listSessionWeekend: { method: 'GET', path: '/api/Sessions/{sessionId}/weekend', answer: 'sessions' },
  listWeekend: { method: 'GET', path: '/api/Sessions/weekend/{weekendId}', answer: 'sessions' },
  filterSessions: { method: 'GET', path: '/api/Sessions/filters', answer: 'sessions' },

  getOutline: { method: 'GET', path: '/api/Tracks/{trackId}/outline', answer: 'tracks' },

  search: { method: 'GET', path: '/api/Search', answer: 'search' },
  getProfile: { method: 'GET', path: '/api/Profile/{userId}', answer: 'profile' },
  checkUsername: { method: 'GET', path: '/api/Account/available', answer: 'account' },
  exportAccount: { method: 'GET', path: '/api/Account/export', answer: 'account' },
  getUsage: { method: 'GET', path: '/api/Account/usage', answer: 'account' },
  getTasks: { method: 'GET', path: '/api/Account/tasks', answer: 'account' },
  listDeletions: { method: 'GET', path: '/api/Account/deletions', answer: 'account' },
  undoDeletion: { method: 'POST', path: '/api/Account/deletions/{deletionId}/undo', answer: 'account' },
  setAvatar: { method: 'PUT', path: '/api/Account/avatar', answer: 'account' },
  deleteAvatar: { method: 'DELETE', path: '/api/Account/avatar' },
  getAvatar: { method: 'GET', path: '/api/Account/{userId}/avatar', file: 'image/webp' },
  deleteAccount: { method: 'DELETE', path: '/api/Account' },
  listApiTokens: { method: 'GET', path: '/api/Account/tokens', answer: 'account' },
  createApiToken: { method: 'POST', path: '/api/Account/tokens', answer: 'account' },
  deleteApiToken: { method: 'DELETE', path: '/api/Account/tokens/{tokenId}' },
  getConfig: { method: 'GET', path: '/api/config', answer: 'config' },
  getHealth: { method: 'GET', path: '/api/health', answer: 'config' },
} as const satisfies Record<string, Call>;

type Calls = typeof calls;
export type CallName = keyof Calls;

/** The calls that read. */
export type ReadCallName = { [Name in CallName]: Calls[Name]['method'] extends 'GET' ? Name : never }[CallName];

/** The calls that change something. */
export type WriteCallName = Exclude<CallName, ReadCallName>;

/** The calls that open a WebSocket. */
export type SocketCallName = { [Name in CallName]: Calls[Name] extends { isSocket: true } ? Name : never }[CallName];

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Path parameters of a call, by name. */
export type ParamsOf<Name extends CallName> = Record<ParamNames<Calls[Name]['path']>, string>;

/** Schemas of JSON answers. */
export type AnswerSchema = v.GenericSchema<unknown, unknown>;

/** The schemas that one module of `answers/` must have, by the names of their calls. */
export type AnswersOf<Module extends AnswerModule> = {
  readonly [Name in CallName as Calls[Name] extends { answer: Module } ? Name : never]: AnswerSchema;
};
