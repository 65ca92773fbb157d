import { exportAccount, getTasks, getUsage } from './account.ts';
import type { AffectedRead, Changes, ReadCall, WriteRequest } from './call.ts';
import {
  getLeague,
  getLeagueDriver,
  getLeaguePicture,
  getLeagueRecords,
  getThumbnail,
  getWebhook,
  listLeagueSeasons,
  listLeagues,
  listUserLeagues,
  pageUserLeagues,
} from './leagues.ts';
import { getLive, listLive, listUserLive } from './live.ts';
import {
  getCalendar,
  getDriverRecord,
  getLineUp,
  getSeason,
  getSeasonCsv,
  getSeasonPicture,
  listClaims,
  listDrivenSeasons,
  listEntries,
  listRecordedDrivers,
  listRevisions,
  listSeasons,
  listUserSeasons,
  pageOwnSeasons,
} from './seasons.ts';
import {
  filterSessions,
  getSession,
  getSessionCsv,
  getSessionPicture,
  listOwnSessions,
  listSessions,
  listSessionVersions,
  listSessionWeekend,
  listWeekend,
  pageSessions,
  pageUserSessions,
} from './sessions.ts';
import { getAvatar, getProfile, search } from './site.ts';

/** What writes change: named sets of reads, and the changes that are no calls. */

/** All reads of these calls. */
export function all(...calls: readonly ReadCall[]): readonly AffectedRead[] {
  return calls.map((call) => ({ call }));
}

export const leagueLists = all(listLeagues, listUserLeagues, pageUserLeagues, listLeagueSeasons, search, getUsage);
export const seasonLists = all(listSeasons, listUserSeasons, pageOwnSeasons, search, getUsage);
export const sessionLists = all(
  listSessions,
  pageSessions,
  listOwnSessions,
  pageUserSessions,
  listSessionWeekend,
  listWeekend,
  filterSessions,
  search,
  getUsage,
);
export const liveReads = all(listLive, listUserLive, getLive);
/** Sessions name the events that hold them, with the season, its league and its teams. A live race names the season and its teams. */
export const ofPlaces = [...sessionLists, ...all(getSession, getTasks), ...liveReads];
/** A user's leagues and seasons include those that the user drives in. */
export const ofDrivers = all(listUserLeagues, pageUserLeagues, listDrivenSeasons);
/** The records of drivers: computed from seasons, their sessions and their drivers. */
export const ofRecords = all(listLeagueSeasons, getLeagueRecords, getLeagueDriver, getDriverRecord);

/** The messages of a league are shown with its webhook. */
export const ofWebhook: Changes = ({ params }) => [
  { call: getWebhook, params: { leagueId: params?.['leagueId'] } },
  ...all(exportAccount),
];
export const ofLeague: Changes = ({ params }) => [
  { call: getThumbnail, params: { leagueId: params?.['leagueId'] } },
  // A season names its leagues, and is hidden when all of them are private: then from other leagues and in filters too.
  ...all(
    getLeague,
    getSeason,
    listRevisions,
    getSeasonCsv,
    getCalendar,
    getLineUp,
    filterSessions,
    listDrivenSeasons,
    listClaims,
    listEntries,
    getTasks,
  ),
  ...leagueLists,
  ...seasonLists,
  ...ofPlaces,
  ...ofRecords,
];
export const ofSeason: Changes = ({ params }) => [
  { call: getSeason, params: { id: params?.['seasonId'] ?? params?.['id'] } },
  { call: getSeasonCsv, params: { id: params?.['seasonId'] ?? params?.['id'] } },
  { call: getCalendar, params: { id: params?.['seasonId'] ?? params?.['id'] } },
  ...seasonLists,
  ...ofDrivers,
  ...ofRecords,
  // Own sessions are listed by whether an event has them.
  ...all(filterSessions, listOwnSessions, getTasks, getLineUp),
  { call: listRecordedDrivers, params: { id: params?.['seasonId'] ?? params?.['id'] } },
];
/** Also the place of its sessions. */
export const ofCalendar: Changes = (request) => [...ofSeason(request), ...ofPlaces];
/** A session is private while all seasons are that hold it: whoever sees it, sees it in other seasons too. */
export const ofHolding = all(getSeason, getSeasonCsv, listRecordedDrivers);
export const ofAttachment: Changes = (request) => [...ofCalendar(request), ...ofHolding];
/** A claim is shown with its season once it is confirmed, and sessions of a confirmed driver name the season. */
export const ofClaim: Changes = ({ params }) => [
  ...all(getLineUp),
  { call: getCalendar, params: { id: params?.['id'] } },
  { call: listClaims, params: { id: params?.['id'] } },
  { call: listEntries, params: { id: params?.['id'] } },
  { call: getSeason, params: { id: params?.['id'] } },
  ...ofDrivers,
  ...ofRecords,
  ...ofPlaces,
  ...ofHolding,
  ...all(exportAccount),
];
/** The calendar and the pictures of a season show who drives. */
export const ofLineUp: Changes = ({ params }) => [
  { call: getLineUp, params: { seasonId: params?.['seasonId'], eventId: params?.['eventId'] } },
  { call: getCalendar, params: { id: params?.['seasonId'] } },
  { call: getSeasonPicture, params: { id: params?.['seasonId'] } },
  ...all(exportAccount),
];
/** Leagues say how many places of their seasons are free. */
export const ofRoster: Changes = (request) => [
  ...ofSeason(request),
  ...ofClaim(request),
  ...all(getLeague),
  ...leagueLists,
];
/** Sessions say whether their results are official. */
export const withRevisions: Changes = (request) => [
  ...ofCalendar(request),
  // Leagues announce them.
  ...all(getWebhook),
  { call: listRevisions, params: { id: request.params?.['id'] } },
];
/** Standings are computed from the sessions of a season. */
export const ofSession: Changes = ({ params }) => [
  { call: getSession, params: { id: params?.['id'] } },
  ...sessionLists,
  ...ofDrivers,
  ...ofRecords,
  ...all(getSeason, getSeasonCsv, getTasks, listRecordedDrivers),
];
/** The version that a session had is stored beside it. */
export const withVersions: Changes = (request) => [
  ...ofSession(request),
  { call: listSessionVersions, params: { id: request.params?.['id'] } },
];
/** Sessions, also those of a season, and profiles show the user's name and picture. */
export const ofProfile: Changes = ({ params }) => [
  { call: getProfile, params: { userId: params?.['userId'] } },
  { call: getAvatar, params: { userId: params?.['userId'] } },
  ...sessionLists,
  ...ofDrivers,
  ...all(getSession, getSeason, getLeague, exportAccount, listClaims, listEntries, getTasks),
  ...leagueLists,
];
export const ofAccount: Changes = () => [
  ...all(
    getProfile,
    getAvatar,
    getLeague,
    getThumbnail,
    getSeason,
    getSeasonCsv,
    getCalendar,
    listRevisions,
    getSession,
    getLineUp,
    exportAccount,
    listClaims,
    listEntries,
    listRecordedDrivers,
    listDrivenSeasons,
    getTasks,
  ),
  ...liveReads,
  ...leagueLists,
  ...seasonLists,
  ...sessionLists,
  ...ofRecords,
];

/** Changes of answers that are not calls. */
export interface Change {
  readonly changes: Changes;
}

/** A profile is written through the auth service's own database calls. */
export const profileSaved: Change = { changes: ofProfile };

/** A live session ended: `id` is that of its stored session, which may be attached to events. */
export const liveEnded: Change = {
  changes: (request) => [...withVersions(request), ...ofHolding, ...all(getCalendar), ...seasonLists, ...ofPlaces],
};

/** The reads whose answers a write has changed, with the pictures of what they show. */
export function affectedReads(write: Change, request: WriteRequest): readonly AffectedRead[] {
  const reads = write.changes(request);
  return [...reads, ...reads.flatMap(filesOf)];
}

/** The files and pictures of changed entities. The picture of a league shows the standings of its seasons. */
function filesOf({ call, params }: AffectedRead): readonly AffectedRead[] {
  if (call === getSession)
    return [getSessionPicture, getSessionCsv].map((file) => ({ call: file, ...(params && { params }) }));
  if (call === getSeason) return [{ call: getSeasonPicture, ...(params && { params }) }, ...all(getLeaguePicture)];
  return call === getLeague ? all(getLeaguePicture) : [];
}
