import * as v from 'valibot';
import { AccountExport, Availability, Avatar, Tasks } from '../entities/account.ts';
import { League, LeagueList } from '../entities/league.ts';
import { LiveRegistration, LiveSummary, LiveTicket } from '../entities/live-session.ts';
import { Profile } from '../entities/profile.ts';
import { PairedRecorder, PairingCode, Recorder } from '../entities/recorder.ts';
import { Claim, RecordedDriver } from '../entities/roster.ts';
import { DrivenSeason, Revision, Season, SeasonPage, SeasonSummary, Standings } from '../entities/season.ts';
import { OwnSessions, Session, SessionPage, SessionSummary } from '../entities/session.ts';
import { SessionVersion, UploadedSession } from '../entities/session-version.ts';
import { TrackOutline } from '../entities/track.ts';
import { LeagueWebhook } from '../entities/webhook.ts';
import { Health, ServerConfig } from './config.ts';
import { SearchResult } from './search.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** One call of the API, for clients; requests.ts has the rest for the server. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Schema of the JSON answer. A call with neither `answer` nor `file` answers 204 without a body. */
  readonly answer?: Schema;
  /** The answer is a file of this media type instead of JSON. */
  readonly file?: string;
  /** A WebSocket: the request is an upgrade, and there is no answer. */
  readonly isSocket?: true;
}

/** Every call of the API. */
export const calls = {
  listLeagues: { method: 'GET', path: '/api/League', answer: LeagueList },
  createLeague: { method: 'POST', path: '/api/League', answer: League },
  getLeague: { method: 'GET', path: '/api/League/{leagueId}', answer: League },
  deleteLeague: { method: 'DELETE', path: '/api/League/{leagueId}' },
  updateLeague: { method: 'PATCH', path: '/api/League/{leagueId}', answer: League },
  addLeagueSeason: { method: 'POST', path: '/api/League/{leagueId}/seasons/{seasonId}', answer: League },
  removeLeagueSeason: { method: 'DELETE', path: '/api/League/{leagueId}/seasons/{seasonId}' },
  setThumbnail: { method: 'PATCH', path: '/api/League/{leagueId}/thumbnail', answer: League },
  getThumbnail: { method: 'GET', path: '/api/League/{leagueId}/thumbnail', file: 'image/webp' },
  deleteThumbnail: { method: 'DELETE', path: '/api/League/{leagueId}/thumbnail' },
  listUserLeagues: { method: 'GET', path: '/api/League/user/{userId}', answer: v.array(League) },
  pageUserLeagues: { method: 'GET', path: '/api/League/user/{userId}/page', answer: LeagueList },

  getWebhook: { method: 'GET', path: '/api/League/{leagueId}/webhook', answer: LeagueWebhook },
  updateWebhook: { method: 'PATCH', path: '/api/League/{leagueId}/webhook', answer: LeagueWebhook },
  deleteWebhook: { method: 'DELETE', path: '/api/League/{leagueId}/webhook' },
  testWebhook: { method: 'POST', path: '/api/League/{leagueId}/webhook/test', answer: LeagueWebhook },
  resendDelivery: {
    method: 'POST',
    path: '/api/League/{leagueId}/webhook/deliveries/{deliveryId}',
    answer: LeagueWebhook,
  },

  registerLive: { method: 'POST', path: '/api/LiveSession/register/{id}', answer: LiveRegistration },
  listLive: { method: 'GET', path: '/api/LiveSession/all', answer: v.array(LiveSummary) },
  getLive: { method: 'GET', path: '/api/LiveSession/{id}', answer: LiveSummary },
  listUserLive: { method: 'GET', path: '/api/LiveSession/user/{userId}', answer: v.array(LiveSummary) },
  createTicket: { method: 'POST', path: '/api/LiveSession/{id}/ticket', answer: LiveTicket },
  publishLive: { method: 'GET', path: '/api/LiveSession/ws/publish/{id}', isSocket: true },
  watchLive: { method: 'GET', path: '/api/LiveSession/ws/{id}', isSocket: true },
  watchUserLive: { method: 'GET', path: '/api/LiveSession/ws/user/{id}', isSocket: true },

  createPairingCode: { method: 'POST', path: '/api/Recorders/code', answer: PairingCode },
  pairRecorder: { method: 'POST', path: '/api/Recorders/pair', answer: PairedRecorder },
  listRecorders: { method: 'GET', path: '/api/Recorders', answer: v.array(Recorder) },
  deleteRecorder: { method: 'DELETE', path: '/api/Recorders/{id}' },

  listSeasons: { method: 'GET', path: '/api/Seasons', answer: v.array(SeasonSummary) },
  createSeason: { method: 'POST', path: '/api/Seasons', answer: Season },
  updateSeason: { method: 'PATCH', path: '/api/Seasons', answer: Season },
  getSeason: { method: 'GET', path: '/api/Seasons/{id}', answer: Season },
  deleteSeason: { method: 'DELETE', path: '/api/Seasons/{id}' },
  listUserSeasons: { method: 'GET', path: '/api/Seasons/user/{userId}', answer: v.array(SeasonSummary) },
  pageOwnSeasons: { method: 'GET', path: '/api/Seasons/user', answer: SeasonPage },
  addEvent: { method: 'POST', path: '/api/Seasons/{seasonId}/events', answer: Season },
  addEvents: { method: 'PATCH', path: '/api/Seasons/{seasonId}/events', answer: Season },
  updateEvent: { method: 'PATCH', path: '/api/Seasons/{seasonId}/events/{eventId}', answer: Season },
  orderEvents: { method: 'PUT', path: '/api/Seasons/{seasonId}/events/order', answer: Season },
  deleteEvent: { method: 'DELETE', path: '/api/Seasons/{seasonId}/events/{eventId}' },
  // The specification spells it with three s.
  addEventSession: {
    method: 'PATCH',
    path: '/api/Seasons/{seasonId}/events/{eventId}/sesssion/{sessionId}',
    answer: Season,
  },
  removeEventSession: { method: 'DELETE', path: '/api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}' },
  setSessionScoring: {
    method: 'PATCH',
    path: '/api/Seasons/{seasonId}/events/{eventId}/session/{sessionId}',
    answer: Season,
  },
  addEventSessions: { method: 'PATCH', path: '/api/Seasons/{seasonId}/events/{eventId}/sessions', answer: Season },
  updateScoring: { method: 'PATCH', path: '/api/Seasons/{id}/scoring', answer: Season },
  setAliases: { method: 'PUT', path: '/api/Seasons/{id}/aliases', answer: Season },
  setRoster: { method: 'PUT', path: '/api/Seasons/{id}/roster', answer: Season },
  listRecordedDrivers: { method: 'GET', path: '/api/Seasons/{id}/drivers', answer: v.array(RecordedDriver) },
  listClaims: { method: 'GET', path: '/api/Seasons/{id}/claims', answer: v.array(Claim) },
  claimDriver: { method: 'POST', path: '/api/Seasons/{id}/claims', answer: v.array(Claim) },
  confirmClaim: { method: 'PATCH', path: '/api/Seasons/{id}/claims/{claimId}', answer: v.array(Claim) },
  deleteClaim: { method: 'DELETE', path: '/api/Seasons/{id}/claims/{claimId}' },
  listDrivenSeasons: { method: 'GET', path: '/api/Seasons/driver/{userId}', answer: v.array(DrivenSeason) },
  addRuling: { method: 'POST', path: '/api/Seasons/{id}/rulings', answer: Season },
  withdrawRuling: { method: 'DELETE', path: '/api/Seasons/{id}/rulings/{rulingId}' },
  previewStandings: { method: 'POST', path: '/api/Seasons/{id}/preview', answer: Standings },
  createRevision: { method: 'POST', path: '/api/Seasons/{id}/revisions', answer: Season },
  withdrawRevision: { method: 'DELETE', path: '/api/Seasons/{id}/revisions/{number}' },
  listRevisions: { method: 'GET', path: '/api/Seasons/{id}/revisions', answer: v.array(Revision) },
  getSeasonCsv: { method: 'GET', path: '/api/Seasons/{id}/csv', file: 'text/csv' },
  getCalendar: { method: 'GET', path: '/api/Seasons/{id}/calendar.ics', file: 'text/calendar' },

  listSessions: { method: 'GET', path: '/api/Sessions', answer: v.array(SessionSummary) },
  createSession: { method: 'POST', path: '/api/Sessions', answer: UploadedSession },
  getSession: { method: 'GET', path: '/api/Sessions/session/{id}', answer: Session },
  getSessionCsv: { method: 'GET', path: '/api/Sessions/session/{id}/csv', file: 'text/csv' },
  renameDriver: { method: 'PATCH', path: '/api/Sessions/{id}/drivers/{carIndex}', answer: Session },
  deleteSession: { method: 'DELETE', path: '/api/Sessions/{id}' },
  listSessionVersions: { method: 'GET', path: '/api/Sessions/{id}/versions', answer: v.array(SessionVersion) },
  getSessionVersion: { method: 'GET', path: '/api/Sessions/{id}/versions/{versionId}', answer: Session },
  restoreSession: { method: 'POST', path: '/api/Sessions/{id}/versions/{versionId}/restore', answer: Session },
  pageSessions: { method: 'GET', path: '/api/Sessions/user', answer: SessionPage },
  listOwnSessions: { method: 'GET', path: '/api/Sessions/currentUser', answer: OwnSessions },
  pageUserSessions: { method: 'GET', path: '/api/Sessions/user/{id}', answer: SessionPage },
  listSessionWeekend: { method: 'GET', path: '/api/Sessions/{sessionId}/weekend', answer: v.array(SessionSummary) },
  listWeekend: { method: 'GET', path: '/api/Sessions/weekend/{weekendId}', answer: v.array(SessionSummary) },
  filterSessions: { method: 'GET', path: '/api/Sessions/filters', answer: v.array(SessionSummary) },

  getOutline: { method: 'GET', path: '/api/Tracks/{trackId}/outline', answer: TrackOutline },

  search: { method: 'GET', path: '/api/Search', answer: SearchResult },
  getProfile: { method: 'GET', path: '/api/Profile/{userId}', answer: Profile },
  checkUsername: { method: 'GET', path: '/api/Account/available', answer: Availability },
  exportAccount: { method: 'GET', path: '/api/Account/export', answer: AccountExport },
  getTasks: { method: 'GET', path: '/api/Account/tasks', answer: Tasks },
  setAvatar: { method: 'PUT', path: '/api/Account/avatar', answer: Avatar },
  deleteAvatar: { method: 'DELETE', path: '/api/Account/avatar' },
  getAvatar: { method: 'GET', path: '/api/Account/{userId}/avatar', file: 'image/webp' },
  deleteAccount: { method: 'DELETE', path: '/api/Account' },
  getConfig: { method: 'GET', path: '/api/config', answer: ServerConfig },
  getHealth: { method: 'GET', path: '/api/health', answer: Health },
} as const satisfies Record<string, Call>;

type Calls = typeof calls;
export type CallName = keyof Calls;

/** The calls that open a WebSocket. */
export type SocketCallName = { [Name in CallName]: Calls[Name] extends { isSocket: true } ? Name : never }[CallName];

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Path parameters of a call, by name. */
export type ParamsOf<Name extends CallName> = Record<ParamNames<Calls[Name]['path']>, string>;

/** The parsed JSON answer of a call. */
export type AnswerOf<Name extends CallName> = Calls[Name] extends { answer: infer Answer extends Schema }
  ? v.InferOutput<Answer>
  : undefined;
