import type { CallName } from './calls.ts';

/** What a write was called with. */
export interface WriteRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Reads whose answer a write changes: of one entity where `params` are given, otherwise all reads of that call. */
export interface AffectedRead {
  readonly name: CallName;
  readonly params?: Readonly<Record<string, string | undefined>>;
}

type Dependency = (request: WriteRequest) => readonly AffectedRead[];

const all = (...names: readonly CallName[]): readonly AffectedRead[] => names.map((name) => ({ name }));

const leagueLists = all('listLeagues', 'listUserLeagues', 'pageUserLeagues', 'search');
const seasonLists = all('listSeasons', 'listUserSeasons', 'pageOwnSeasons', 'search');
const sessionLists = all(
  'listSessions',
  'pageSessions',
  'listOwnSessions',
  'pageUserSessions',
  'listSessionWeekend',
  'listWeekend',
  'filterSessions',
  'search',
);

const ofLeague: Dependency = ({ params }) => [
  { name: 'getLeague', params: { leagueId: params?.['leagueId'] } },
  { name: 'getThumbnail', params: { leagueId: params?.['leagueId'] } },
  ...leagueLists,
  // A season names its leagues, and is hidden when all of them are private.
  ...all('getSeason', 'listRevisions', 'getSeasonCsv', 'getCalendar'),
  ...seasonLists,
];
const ofSeason: Dependency = ({ params }) => [
  { name: 'getSeason', params: { id: params?.['seasonId'] ?? params?.['id'] } },
  { name: 'getSeasonCsv', params: { id: params?.['seasonId'] ?? params?.['id'] } },
  { name: 'getCalendar', params: { id: params?.['seasonId'] ?? params?.['id'] } },
  ...seasonLists,
  ...all('getTasks'),
];
const withRevisions: Dependency = (request) => [
  ...ofSeason(request),
  { name: 'listRevisions', params: { id: request.params?.['id'] } },
];
/** Standings are computed from the sessions of a season. */
const ofSession: Dependency = ({ params }) => [
  { name: 'getSession', params: { id: params?.['id'] } },
  { name: 'getSessionCsv', params: { id: params?.['id'] } },
  ...sessionLists,
  ...all('getSeason', 'getSeasonCsv', 'getTasks'),
];
/** Sessions and profiles show the user's name and picture. */
const ofProfile: Dependency = ({ params }) => [
  { name: 'getProfile', params: { userId: params?.['userId'] } },
  { name: 'getAvatar', params: { userId: params?.['userId'] } },
  ...sessionLists,
  ...all('getSession', 'exportAccount'),
];
const ofAccount: Dependency = () => [
  ...all(
    'getProfile',
    'getAvatar',
    'getLeague',
    'getThumbnail',
    'getSeason',
    'listRevisions',
    'getSession',
    'exportAccount',
  ),
  ...leagueLists,
  ...seasonLists,
  ...sessionLists,
];

/** For every write the reads whose answers it changes. */
export const dependencies = {
  createLeague: () => leagueLists,
  updateLeague: ofLeague,
  deleteLeague: ofLeague,
  addLeagueSeason: ofLeague,
  removeLeagueSeason: ofLeague,
  setThumbnail: ofLeague,
  deleteThumbnail: ofLeague,
  registerLive: () => all('listLive', 'getLive', 'listUserLive'),
  /** Changes nothing that can be read. */
  createTicket: () => [],
  createSeason: () => seasonLists,
  updateSeason: ({ body }) => ofSeason({ params: { id: String(Object(body).id) } }),
  deleteSeason: (request) => [...withRevisions(request), ...all('getLeague', 'getLive'), ...leagueLists],
  addEvent: ofSeason,
  addEvents: ofSeason,
  /** An event can name a live session. */
  updateEvent: (request) => [...ofSeason(request), ...all('getLive')],
  orderEvents: ofSeason,
  deleteEvent: (request) => [...ofSeason(request), ...all('getLive')],
  addEventSession: ofSeason,
  removeEventSession: ofSeason,
  setSessionScoring: ofSeason,
  addEventSessions: ofSeason,
  updateScoring: ofSeason,
  setAliases: ofSeason,
  addRuling: ofSeason,
  withdrawRuling: ofSeason,
  /** Stores nothing. */
  previewStandings: () => [],
  createRevision: withRevisions,
  createSession: ofSession,
  renameDriver: ofSession,
  deleteSession: ofSession,
  setAvatar: ofProfile,
  deleteAvatar: ofProfile,
  /** Written through the auth service's own database calls. */
  saveProfile: ofProfile,
  deleteAccount: ofAccount,
} as const satisfies Readonly<Record<string, Dependency>>;

/** Calls that change something, and the profile. */
export type WriteName = keyof typeof dependencies;

/** The reads whose answers a write has changed: caches are invalidated with them. */
export function affectedReads(write: WriteName, request: WriteRequest): readonly AffectedRead[] {
  return dependencies[write](request);
}
