import type { Call } from './call.ts';

/** The calls that change something: a page has them where it has what makes them. */
export const writes = {
  createLeague: { method: 'POST', path: '/api/League', answer: 'leagues' },
  deleteLeague: { method: 'DELETE', path: '/api/League/{leagueId}' },
  updateLeague: { method: 'PATCH', path: '/api/League/{leagueId}', answer: 'leagues' },
  addLeagueSeason: { method: 'POST', path: '/api/League/{leagueId}/seasons/{seasonId}', answer: 'leagues' },
  removeLeagueSeason: { method: 'DELETE', path: '/api/League/{leagueId}/seasons/{seasonId}' },
  setThumbnail: { method: 'PATCH', path: '/api/League/{leagueId}/thumbnail', answer: 'leagues' },
  deleteThumbnail: { method: 'DELETE', path: '/api/League/{leagueId}/thumbnail' },

  updateWebhook: { method: 'PATCH', path: '/api/League/{leagueId}/webhook', answer: 'leagues' },
  deleteWebhook: { method: 'DELETE', path: '/api/League/{leagueId}/webhook' },
  testWebhook: { method: 'POST', path: '/api/League/{leagueId}/webhook/test', answer: 'leagues' },
  resendDelivery: {
    method: 'POST',
    path: '/api/League/{leagueId}/webhook/deliveries/{deliveryId}',
    answer: 'leagues',
  },

  registerLive: { method: 'POST', path: '/api/LiveSession/register/{id}', answer: 'recorders' },

  createPairingCode: { method: 'POST', path: '/api/Recorders/code', answer: 'recorders' },
  pairRecorder: { method: 'POST', path: '/api/Recorders/pair', answer: 'recorders' },
  deleteRecorder: { method: 'DELETE', path: '/api/Recorders/{id}' },

  createSeason: { method: 'POST', path: '/api/Seasons', answer: 'seasons' },
  updateSeason: { method: 'PATCH', path: '/api/Seasons', answer: 'seasons' },
  deleteSeason: { method: 'DELETE', path: '/api/Seasons/{id}' },
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
  setTeamAliases: { method: 'PUT', path: '/api/Seasons/{id}/teamAliases', answer: 'seasons' },
  setTeamColours: { method: 'PUT', path: '/api/Seasons/{id}/teamColours', answer: 'seasons' },
  claimDriver: { method: 'POST', path: '/api/Seasons/{id}/claims', answer: 'seasons' },
  confirmClaim: { method: 'PATCH', path: '/api/Seasons/{id}/claims/{claimId}', answer: 'seasons' },
  deleteClaim: { method: 'DELETE', path: '/api/Seasons/{id}/claims/{claimId}' },
  addRuling: { method: 'POST', path: '/api/Seasons/{id}/rulings', answer: 'seasons' },
  withdrawRuling: { method: 'DELETE', path: '/api/Seasons/{id}/rulings/{rulingId}' },
  previewStandings: { method: 'POST', path: '/api/Seasons/{id}/preview', answer: 'seasons' },
  createRevision: { method: 'POST', path: '/api/Seasons/{id}/revisions', answer: 'seasons' },
  withdrawRevision: { method: 'DELETE', path: '/api/Seasons/{id}/revisions/{number}' },

  createSession: { method: 'POST', path: '/api/Sessions', answer: 'sessions' },
  renameDriver: { method: 'PATCH', path: '/api/Sessions/{id}/drivers/{carIndex}', answer: 'sessions' },
  updateSession: { method: 'PATCH', path: '/api/Sessions/{id}', answer: 'sessions' },
  decideSessions: { method: 'PATCH', path: '/api/Sessions', answer: 'sessions' },
  deleteSession: { method: 'DELETE', path: '/api/Sessions/{id}' },
  restoreSession: { method: 'POST', path: '/api/Sessions/{id}/versions/{versionId}/restore', answer: 'sessions' },

  undoDeletion: { method: 'POST', path: '/api/Account/deletions/{deletionId}/undo', answer: 'account' },
  setAvatar: { method: 'PUT', path: '/api/Account/avatar', answer: 'account' },
  deleteAvatar: { method: 'DELETE', path: '/api/Account/avatar' },
  deleteAccount: { method: 'DELETE', path: '/api/Account' },
  createApiToken: { method: 'POST', path: '/api/Account/tokens', answer: 'account' },
  deletePrograms: { method: 'DELETE', path: '/api/Account/programs' },
  deleteApiToken: { method: 'DELETE', path: '/api/Account/tokens/{tokenId}' },
} as const satisfies Record<string, Call>;
