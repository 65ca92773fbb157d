import type { CallName } from './calls.ts';
import type { requests } from './requests.ts';

/** Reads of one entity, whose answers carry its version as ETag. */
export type EntityReadName = 'getLeague' | 'getSeason' | 'getSession';

type Requests = typeof requests;
/** The calls that are refused with 412 when the entity has another version than If-Match names. */
type ConditionalName = {
  [Name in CallName]: Requests[Name] extends { problems: readonly (infer Status)[] }
    ? 412 extends Status
      ? Name
      : never
    : never;
}[CallName];

/**
 * The calls that the app may make without If-Match: a new session is based on nothing, lists of sessions have no versions,
 * adding a season to a league again changes nothing, and a preview stores nothing.
 */
type UnconditionalName = 'createSession' | 'deleteSession' | 'addLeagueSeason' | 'previewStandings';

/** The writes that the app always bases on a version, each with the read whose ETag it is. A call that is missing is a type error. */
export const versionedWrites = {
  updateLeague: 'getLeague',
  deleteLeague: 'getLeague',
  removeLeagueSeason: 'getLeague',
  setThumbnail: 'getLeague',
  deleteThumbnail: 'getLeague',
  updateSeason: 'getSeason',
  deleteSeason: 'getSeason',
  addEvent: 'getSeason',
  addEvents: 'getSeason',
  updateEvent: 'getSeason',
  orderEvents: 'getSeason',
  deleteEvent: 'getSeason',
  addEventSession: 'getSeason',
  removeEventSession: 'getSeason',
  setSessionScoring: 'getSeason',
  addEventSessions: 'getSeason',
  updateScoring: 'getSeason',
  setAliases: 'getSeason',
  setTeamAliases: 'getSeason',
  setRoster: 'getSeason',
  setTeamColours: 'getSeason',
  addRuling: 'getSeason',
  withdrawRuling: 'getSeason',
  createRevision: 'getSeason',
  withdrawRevision: 'getSeason',
  updateSession: 'getSession',
  renameDriver: 'getSession',
  restoreSession: 'getSession',
} as const satisfies Record<Exclude<ConditionalName, UnconditionalName>, EntityReadName>;

/** The writes that are based on a version. */
export type VersionedWriteName = keyof typeof versionedWrites;
