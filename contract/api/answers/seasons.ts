import * as v from 'valibot';
import { DriverRecord } from '../../entities/record.ts';
import { Claim, RecordedDriver } from '../../entities/roster.ts';
import { DrivenSeason, Revision, Season, SeasonPage, SeasonSummary, Standings } from '../../entities/season.ts';
import type { AnswersOf } from '../calls.ts';

/** Answers of calls about seasons. */
export const answers = {
  listSeasons: v.array(SeasonSummary),
  createSeason: Season,
  updateSeason: Season,
  getSeason: Season,
  listUserSeasons: v.array(SeasonSummary),
  pageOwnSeasons: SeasonPage,
  addEvent: Season,
  addEvents: Season,
  updateEvent: Season,
  orderEvents: Season,
  addEventSession: Season,
  setSessionScoring: Season,
  addEventSessions: Season,
  updateScoring: Season,
  setAliases: Season,
  setRoster: Season,
  listRecordedDrivers: v.array(RecordedDriver),
  listClaims: v.array(Claim),
  claimDriver: v.array(Claim),
  confirmClaim: v.array(Claim),
  listDrivenSeasons: v.array(DrivenSeason),
  getDriverRecord: DriverRecord,
  addRuling: Season,
  previewStandings: Standings,
  createRevision: Season,
  listRevisions: v.array(Revision),
} satisfies AnswersOf<'seasons'>;
