import * as v from 'valibot';
import { League, LeagueList } from '../../entities/league.ts';
import { DriverRecord, LeagueRecords, LeagueSeason } from '../../entities/record.ts';
import { LeagueWebhook } from '../../entities/webhook.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about leagues. */
export const answers = {
  listLeagues: LeagueList,
  createLeague: League,
  getLeague: League,
  updateLeague: League,
  addLeagueSeason: League,
  setThumbnail: League,
  listUserLeagues: v.array(League),
  pageUserLeagues: LeagueList,
  listLeagueSeasons: v.array(LeagueSeason),
  getLeagueRecords: LeagueRecords,
  getLeagueDriver: DriverRecord,
  getWebhook: LeagueWebhook,
  updateWebhook: LeagueWebhook,
  testWebhook: LeagueWebhook,
  resendDelivery: LeagueWebhook,
} satisfies AnswersOf<'leagues'>;
