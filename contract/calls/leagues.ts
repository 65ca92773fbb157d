import * as v from 'valibot';
import { League, LeagueList } from '../entities/league.ts';
import { DriverRecord, LeagueRecords, LeagueSeason } from '../entities/record.ts';
import { LeagueWebhook } from '../entities/webhook.ts';
import { text } from '../values/text-values.ts';
import { call } from './call.ts';
import { ImageQuery, Paging, picture } from './parameters.ts';

/** Leagues, newest first, at most 100; count counts all. */
export const listLeagues = call({
  method: 'GET',
  path: '/api/League',
  access: 'public',
  answer: LeagueList,
});

/** A league. */
export const getLeague = call({
  method: 'GET',
  path: '/api/League/{leagueId}',
  access: 'public',
  answer: League,
  problems: [404],
});

/** Leagues a user owns, works for or drives in, newest first, at most 100. */
export const listUserLeagues = call({
  method: 'GET',
  path: '/api/League/user/{userId}',
  access: 'public',
  answer: v.array(League),
});

/** Leagues a user owns, works for or drives in, a page. */
export const pageUserLeagues = call({
  method: 'GET',
  path: '/api/League/user/{userId}/page',
  access: 'public',
  query: Paging,
  answer: LeagueList,
});

/** The season that each of the newest 100 leagues drives now: leader, last race, next round. */
export const listLeagueSeasons = call({
  method: 'GET',
  path: '/api/League/seasons',
  access: 'public',
  answer: v.array(LeagueSeason),
});

/** Drivers and tracks over the seasons of a league that its own owner holds, at most the newest 40. */
export const getLeagueRecords = call({
  method: 'GET',
  path: '/api/League/{leagueId}/records',
  access: 'public',
  answer: LeagueRecords,
  problems: [404],
});

/** A driver over the seasons of a league, at each track, and against each of the others. */
export const getLeagueDriver = call({
  method: 'GET',
  path: '/api/League/{leagueId}/driver',
  access: 'public',
  query: v.object({
    /** A driver of the records of the league: the id, or the name. */
    driver: text(200),
  }),
  answer: DriverRecord,
  problems: [404],
});

/** The picture of a league. */
export const getThumbnail = call({
  method: 'GET',
  path: '/api/League/{leagueId}/thumbnail',
  access: 'public',
  query: ImageQuery,
  file: 'image/webp',
  problems: [404],
});

/** A league with its standings as a picture to share; that of the site where there is none. */
export const getLeaguePicture = call({
  method: 'GET',
  path: '/api/League/{leagueId}/picture',
  access: 'public',
  query: v.object(picture),
  file: 'image/png',
});

/** Whether a league has a Discord webhook, what is sent by it, and its newest messages. */
export const getWebhook = call({
  method: 'GET',
  path: '/api/League/{leagueId}/webhook',
  access: { right: 'manageLeague' },
  answer: LeagueWebhook,
  problems: [403, 404],
});
