import * as v from 'valibot';
import { Entry } from '../entities/entry.ts';
import { LineUp } from '../entities/line-up.ts';
import { DriverRecord } from '../entities/record.ts';
import { Claim, RecordedDriver } from '../entities/roster.ts';
import { DrivenSeason, Revision, Season, SeasonPage, SeasonSummary } from '../entities/season.ts';
import { Uuid } from '../values/values.ts';
import { call } from './call.ts';
import { csv, Paging, picture, SeasonOwner, SeasonPicture, SeasonRight, SeasonTable } from './parameters.ts';

const OwnSeasonsQuery = v.object({
  ...Paging.entries,
  /** Only seasons with this session in one of their events. */
  SessionId: v.optional(Uuid),
  /** Seasons of others too, in which the caller has this right: seeMembers lists all that they help to run. */
  right: v.optional(SeasonRight),
});

/** Seasons, newest first, at most 100. */
export const listSeasons = call({
  method: 'GET',
  path: '/api/Seasons',
  access: 'public',
  answer: v.array(SeasonSummary),
});

/** A season with its events and standings. */
export const getSeason = call({
  method: 'GET',
  path: '/api/Seasons/{id}',
  access: 'public',
  answer: Season,
  problems: [404],
});

/** Seasons of a user, newest first, at most 100. */
export const listUserSeasons = call({
  method: 'GET',
  path: '/api/Seasons/user/{userId}',
  access: 'public',
  answer: v.array(SeasonSummary),
});

/** The caller’s own seasons, or those in which they have a right, a page. */
export const pageOwnSeasons = call({
  method: 'GET',
  path: '/api/Seasons/user',
  access: 'member',
  query: OwnSeasonsQuery,
  answer: SeasonPage,
});

/** The seasons that a user drives in, by claims that their owners have confirmed, newest first, at most 10. */
export const listDrivenSeasons = call({
  method: 'GET',
  path: '/api/Seasons/driver/{userId}',
  access: 'public',
  query: v.object({
    /** others: only seasons that somebody else owns. */
    owner: v.optional(SeasonOwner, 'any'),
  }),
  answer: v.array(DrivenSeason),
});

/** A user over the seasons that they drive in by confirmed claims, at each track, and against other users. */
export const getDriverRecord = call({
  method: 'GET',
  path: '/api/Seasons/driver/{userId}/record',
  access: 'public',
  answer: DriverRecord,
});

/** The names in the recordings of a season, with their race numbers, teams and sessions. */
export const listRecordedDrivers = call({
  method: 'GET',
  path: '/api/Seasons/{id}/drivers',
  access: { right: 'manageSeason' },
  answer: v.array(RecordedDriver),
  problems: [403, 404],
});

/** The claims to be a driver of a season: its owner gets all of them, other users their own. */
export const listClaims = call({
  method: 'GET',
  path: '/api/Seasons/{id}/claims',
  access: 'member',
  answer: v.array(Claim),
  problems: [404],
});

/** Who drives in an event: its seats, the reserves that wait and the seats that are open. */
export const getLineUp = call({
  method: 'GET',
  path: '/api/Seasons/{seasonId}/events/{eventId}/lineUp',
  access: 'public',
  answer: LineUp,
  problems: [404],
});

/** The entries of a season: who manages it gets all of them, other users their own. */
export const listEntries = call({
  method: 'GET',
  path: '/api/Seasons/{id}/entries',
  access: 'member',
  answer: v.array(Entry),
  problems: [404],
});

/** The official standings of a season as they were published, newest first. */
export const listRevisions = call({
  method: 'GET',
  path: '/api/Seasons/{id}/revisions',
  access: 'public',
  answer: v.array(Revision),
  problems: [404],
});

/** Drivers, teams or results of a season as CSV. */
export const getSeasonCsv = call({
  method: 'GET',
  path: '/api/Seasons/{id}/csv',
  access: 'public',
  query: v.object({
    /** Which table. */
    table: v.optional(SeasonTable, 'drivers'),
    ...csv,
  }),
  file: 'text/csv',
  problems: [404],
});

/** Standings, title fight, a round or the line-up of an event as a picture to share; that of the site where there is none. */
export const getSeasonPicture = call({
  method: 'GET',
  path: '/api/Seasons/{id}/picture',
  access: 'public',
  query: v.object({
    ...picture,
    /** drivers, teams: standings; fight: who can still win; the id of a session of the season: its results; the id of an event: its line-up. */
    of: v.optional(v.union([SeasonPicture, Uuid]), 'drivers'),
  }),
  file: 'image/png',
});

/** The events of a season that have a time, as iCalendar; calendars can subscribe to it. */
export const getCalendar = call({
  method: 'GET',
  path: '/api/Seasons/{id}/calendar.ics',
  access: 'public',
  file: 'text/calendar',
  problems: [404],
});
