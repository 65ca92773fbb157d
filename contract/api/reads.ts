import type { Call } from './call.ts';

/** The calls that read: every page has them, because the cache finds answers by their addresses. */
export const reads = {
  listLeagues: { method: 'GET', path: '/api/League', answer: 'leagues' },
  getLeague: { method: 'GET', path: '/api/League/{leagueId}', answer: 'leagues' },
  getThumbnail: { method: 'GET', path: '/api/League/{leagueId}/thumbnail', file: 'image/webp' },
  getLeaguePicture: { method: 'GET', path: '/api/League/{leagueId}/picture', file: 'image/png' },
  listUserLeagues: { method: 'GET', path: '/api/League/user/{userId}', answer: 'leagues' },
  pageUserLeagues: { method: 'GET', path: '/api/League/user/{userId}/page', answer: 'leagues' },
  listLeagueSeasons: { method: 'GET', path: '/api/League/seasons', answer: 'leagues' },
  getLeagueRecords: { method: 'GET', path: '/api/League/{leagueId}/records', answer: 'leagues' },
  getLeagueDriver: { method: 'GET', path: '/api/League/{leagueId}/driver', answer: 'leagues' },

  getWebhook: { method: 'GET', path: '/api/League/{leagueId}/webhook', answer: 'leagues' },

  listLive: { method: 'GET', path: '/api/LiveSession/all', answer: 'live' },
  getLive: { method: 'GET', path: '/api/LiveSession/{id}', answer: 'live' },
  listUserLive: { method: 'GET', path: '/api/LiveSession/user/{userId}', answer: 'live' },
  // Makes a pass, and reads for that: a viewer of a private race waits for it.
  createTicket: { method: 'POST', path: '/api/LiveSession/{id}/ticket', answer: 'live' },
  publishLive: { method: 'GET', path: '/api/LiveSession/ws/publish/{id}', isSocket: true },
  watchLive: { method: 'GET', path: '/api/LiveSession/ws/{id}', isSocket: true },
  watchUserLive: { method: 'GET', path: '/api/LiveSession/ws/user/{id}', isSocket: true },

  listRecorders: { method: 'GET', path: '/api/Recorders', answer: 'recorders' },

  listSeasons: { method: 'GET', path: '/api/Seasons', answer: 'seasons' },
  getSeason: { method: 'GET', path: '/api/Seasons/{id}', answer: 'seasons' },
  listUserSeasons: { method: 'GET', path: '/api/Seasons/user/{userId}', answer: 'seasons' },
  pageOwnSeasons: { method: 'GET', path: '/api/Seasons/user', answer: 'seasons' },
  listRecordedDrivers: { method: 'GET', path: '/api/Seasons/{id}/drivers', answer: 'seasons' },
  listClaims: { method: 'GET', path: '/api/Seasons/{id}/claims', answer: 'seasons' },
  listDrivenSeasons: { method: 'GET', path: '/api/Seasons/driver/{userId}', answer: 'seasons' },
  getDriverRecord: { method: 'GET', path: '/api/Seasons/driver/{userId}/record', answer: 'seasons' },
  listRevisions: { method: 'GET', path: '/api/Seasons/{id}/revisions', answer: 'seasons' },
  getSeasonCsv: { method: 'GET', path: '/api/Seasons/{id}/csv', file: 'text/csv' },
  getSeasonPicture: { method: 'GET', path: '/api/Seasons/{id}/picture', file: 'image/png' },
  getCalendar: { method: 'GET', path: '/api/Seasons/{id}/calendar.ics', file: 'text/calendar' },

  listSessions: { method: 'GET', path: '/api/Sessions', answer: 'sessions' },
  getSession: { method: 'GET', path: '/api/Sessions/session/{id}', answer: 'sessions' },
  getSessionCsv: { method: 'GET', path: '/api/Sessions/session/{id}/csv', file: 'text/csv' },
  getSessionPicture: { method: 'GET', path: '/api/Sessions/session/{id}/picture', file: 'image/png' },
  listSessionVersions: { method: 'GET', path: '/api/Sessions/{id}/versions', answer: 'sessions' },
  getSessionVersion: { method: 'GET', path: '/api/Sessions/{id}/versions/{versionId}', answer: 'sessions' },
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
  getAvatar: { method: 'GET', path: '/api/Account/{userId}/avatar', file: 'image/webp' },
  listApiTokens: { method: 'GET', path: '/api/Account/tokens', answer: 'account' },
  getConfig: { method: 'GET', path: '/api/config', answer: 'config' },
  getHealth: { method: 'GET', path: '/api/health', answer: 'config' },
} as const satisfies Record<string, Call>;
