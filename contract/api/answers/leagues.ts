import * as v from 'valibot';
import { League, LeagueList } from '../../entities/league.ts';
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
  getWebhook: LeagueWebhook,
  updateWebhook: LeagueWebhook,
  testWebhook: LeagueWebhook,
  resendDelivery: LeagueWebhook,
} satisfies AnswersOf<'leagues'>;
