import { fieldsOf } from '../json/fields-of.ts';
import type { CallName, WriteCallName } from './calls.ts';

export interface WriteRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Reads whose answer a write changes: of one entity where `params` are given, otherwise all reads of that call. */
export interface AffectedRead {
  readonly name: CallName;
  readonly params?: Readonly<Record<string, string | null | undefined>>;
}

type Dependency = (request: WriteRequest) => readonly AffectedRead[];

const all = (...names: readonly CallName[]): readonly AffectedRead[] => names.map((name) => ({ name }));

const leagueLists = all('listLeagues', 'listUserLeagues', 'pageUserLeagues', 'listLeagueSeasons', 'search', 'getUsage');
const seasonLists = all('listSeasons', 'listUserSeasons', 'pageOwnSeasons', 'search', 'getUsage');
const sessionLists = all(
  'listSessions',
  'pageSessions',
  'listOwnSessions',
  'pageUserSessions',
  'listSessionWeekend',
  'listWeekend',
  'filterSessions',
  'search',
  'getUsage',
);
const liveReads = ['listLive', 'listUserLive', 'getLive'] as const;
/** Sessions name the events that hold them, with the season, its league and its teams. A live race names the season and its teams. */
const ofPlaces = [...sessionLists, ...all('getSession', 'getTasks', ...liveReads)];
/** A user's leagues and seasons include those that the user drives in. */
const ofDrivers = all('listUserLeagues', 'pageUserLeagues', 'listDrivenSeasons');
/** What drivers have reached follows from the seasons, their sessions and who drives in them. */
const ofRecords = all('listLeagueSeasons', 'getLeagueRecords', 'getLeagueDriver', 'getDriverRecord');

/** The messages of a league are shown with its webhook. */
const ofWebhook: Dependency = ({ params }) => [
  { name: 'getWebhook', params: { leagueId: params?.['leagueId'] } },
  ...all('exportAccount'),
];
const ofLeague: Dependency = ({ params }) => [
  { name: 'getThumbnail', params: { leagueId: params?.['leagueId'] } },
  // A season names its leagues, and is hidden when all of them are private: then from other leagues and in filters too.
  ...all(
    'getLeague',
    'getSeason',
    'listRevisions',
    'getSeasonCsv',
    'getCalendar',
    'filterSessions',
    'listDrivenSeasons',
    'listClaims',
  ),
  ...leagueLists,
  ...seasonLists,
  ...ofPlaces,
  ...ofRecords,
];
const ofSeason: Dependency = ({ params }) => [
  { name: 'getSeason', params: { id: params?.['seasonId'] ?? params?.['id'] } },
  { name: 'getSeasonCsv', params: { id: params?.['seasonId'] ?? params?.['id'] } },
  { name: 'getCalendar', params: { id: params?.['seasonId'] ?? params?.['id'] } },
  ...seasonLists,
  ...ofDrivers,
  ...ofRecords,
  // Own sessions are listed by whether an event has them.
  ...all('filterSessions', 'listOwnSessions', 'getTasks'),
  { name: 'listRecordedDrivers', params: { id: params?.['seasonId'] ?? params?.['id'] } },
];
/** Also the place of its sessions. */
const ofCalendar: Dependency = (request) => [...ofSeason(request), ...ofPlaces];
/** A session is private while all seasons are that hold it: whoever sees it, sees it in other seasons too. */
const ofHolding = all('getSeason', 'getSeasonCsv', 'listRecordedDrivers');
const ofAttachment: Dependency = (request) => [...ofCalendar(request), ...ofHolding];
/** A claim is shown with its season once it is confirmed, and sessions of a confirmed driver name the season. */
const ofClaim: Dependency = ({ params }) => [
  { name: 'listClaims', params: { id: params?.['id'] } },
  { name: 'getSeason', params: { id: params?.['id'] } },
  ...ofDrivers,
  ...ofRecords,
  ...ofPlaces,
  ...ofHolding,
  ...all('exportAccount'),
];
/** Sessions say whether their results are official. */
const withRevisions: Dependency = (request) => [
  ...ofCalendar(request),
  // Leagues announce them.
  ...all('getWebhook'),
  { name: 'listRevisions', params: { id: request.params?.['id'] } },
];
/** Standings are computed from the sessions of a season. */
const ofSession: Dependency = ({ params }) => [
  { name: 'getSession', params: { id: params?.['id'] } },
  ...sessionLists,
  ...ofDrivers,
  ...ofRecords,
  ...all('getSeason', 'getSeasonCsv', 'getTasks', 'listRecordedDrivers'),
];
/** The version that a session had is stored beside it. */
const withVersions: Dependency = (request) => [
  ...ofSession(request),
  { name: 'listSessionVersions', params: { id: request.params?.['id'] } },
];
/** Sessions, also those of a season, and profiles show the user's name and picture. */
const ofProfile: Dependency = ({ params }) => [
  { name: 'getProfile', params: { userId: params?.['userId'] } },
  { name: 'getAvatar', params: { userId: params?.['userId'] } },
  ...sessionLists,
  ...ofDrivers,
  ...all('getSession', 'getSeason', 'exportAccount', 'listClaims', 'getTasks'),
];
const ofAccount: Dependency = () => [
  ...all(
    'getProfile',
    'getAvatar',
    'getLeague',
    'getThumbnail',
    'getSeason',
    'getSeasonCsv',
    'getCalendar',
    'listRevisions',
    'getSession',
    'exportAccount',
    'listClaims',
    'listRecordedDrivers',
    'listDrivenSeasons',
    'getTasks',
    'getOutline',
    ...liveReads,
  ),
  ...leagueLists,
  ...seasonLists,
  ...sessionLists,
  ...ofRecords,
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
  updateWebhook: ofWebhook,
  deleteWebhook: ofWebhook,
  testWebhook: ofWebhook,
  resendDelivery: ofWebhook,
  registerLive: () => all(...liveReads),
  /** Changes nothing that can be read. */
  createTicket: () => [],
  createPairingCode: () => [],
  pairRecorder: () => all('listRecorders'),
  deleteRecorder: () => all('listRecorders', ...liveReads),
  createApiToken: () => all('listApiTokens'),
  deletePrograms: () => all('listApiTokens', 'listRecorders', 'listLive', 'getLive', 'listUserLive'),
  deleteApiToken: () => all('listApiTokens'),
  createSeason: () => seasonLists,
  updateSeason: ({ body }) => ofCalendar({ params: { id: String(fieldsOf(body).id) } }),
  deleteSeason: (request) => [
    ...withRevisions(request),
    ...all('getLeague', 'listClaims', 'listDeletions'),
    ...leagueLists,
    ...ofPlaces,
    ...ofHolding,
  ],
  addEvent: ofCalendar,
  addEvents: ofCalendar,
  updateEvent: ofCalendar,
  orderEvents: ofCalendar,
  deleteEvent: (request) => [...ofAttachment(request), ...all('listDeletions')],
  addEventSession: ofAttachment,
  removeEventSession: ofAttachment,
  setSessionScoring: ofCalendar,
  addEventSessions: ofAttachment,
  /** A session has the result by the rules of its season. */
  updateScoring: ofCalendar,
  /** Two names of one driver have one result. */
  setAliases: ofCalendar,
  setTeamAliases: ofSeason,
  setRoster: (request) => [...ofSeason(request), ...ofClaim(request)],
  /** Its sessions have the colours, too. */
  setTeamColours: ofCalendar,
  claimDriver: ofClaim,
  confirmClaim: ofClaim,
  deleteClaim: ofClaim,
  /** Sessions have the rulings on them. */
  addRuling: ofCalendar,
  withdrawRuling: ofCalendar,
  /** Stores nothing. */
  previewStandings: () => [],
  createRevision: withRevisions,
  withdrawRevision: withRevisions,
  /** The teams of a session that was replaced were those of its season. */
  createSession: (request) => [...withVersions(request), ...ofPlaces],
  /** Of the races of an event the longest is no sprint, and the rounds beside it are linked. */
  restoreSession: (request) => [...withVersions(request), ...ofPlaces],
  /** Whoever may see it, may see it in seasons, and a season counts what everybody may see. */
  updateSession: (request) => [...ofSession(request), ...seasonLists, ...ofPlaces],
  decideSessions: (request) => [...ofSession(request), ...seasonLists, ...ofPlaces, ...ofHolding],
  renameDriver: (request) => [...ofSession(request), ...ofPlaces],
  /** Lists of seasons count the events that have a session. */
  deleteSession: (request) => [...ofSession(request), ...seasonLists, ...ofPlaces, ...all('listDeletions')],
  /** It may be anything of the user. */
  undoDeletion: () => [...ofAccount({}), ...all('listDeletions', 'listSessionVersions', 'getWebhook')],
  setAvatar: ofProfile,
  deleteAvatar: ofProfile,
  deleteAccount: ofAccount,
  /** Written through the auth service's own database calls. */
  saveProfile: ofProfile,
  /** A live session ended: `id` is that of its stored session, which may be attached to events. */
  endLive: (request) => [...withVersions(request), ...ofHolding, ...all('getCalendar'), ...seasonLists, ...ofPlaces],
  /** An outline was stored, confirmed or removed. */
  storeOutline: ({ params }) => [
    { name: 'getOutline', params: { trackId: params?.['trackId'] } },
    ...all('getSessionPicture'),
  ],
} as const satisfies Readonly<Record<WriteCallName | OtherWrite, Dependency>>;

/** Changes of answers that are not calls. */
type OtherWrite = 'saveProfile' | 'endLive' | 'storeOutline';

/** Everything that changes answers. */
export type WriteName = keyof typeof dependencies;

/** The reads whose answers a write has changed: caches are invalidated with them. */
export function affectedReads(write: WriteName, request: WriteRequest): readonly AffectedRead[] {
  const reads = dependencies[write](request);
  return [...reads, ...reads.flatMap(({ name, params }) => filesOf(name, params))];
}

/** Whatever changes a session changes its file, and whatever changes an entity its pictures. That of a league shows standings of its seasons. */
function filesOf(name: CallName, params: AffectedRead['params']): readonly AffectedRead[] {
  if (name === 'getSession')
    return (['getSessionPicture', 'getSessionCsv'] as const).map((file) => ({ name: file, ...(params && { params }) }));
  if (name === 'getSeason')
    return [{ name: 'getSeasonPicture', ...(params && { params }) }, ...all('getLeaguePicture')];
  return name === 'getLeague' ? all('getLeaguePicture') : [];
}
