import * as v from 'valibot';
import { DriverRecord } from '../../entities/record.ts';
import { Claim, RecordedDriver } from '../../entities/roster.ts';
import { DrivenSeason, Revision, Season, SeasonPage, SeasonSummary, Standings } from '../../entities/season.ts';
import type { AnswersOf } from '../calls.ts';

const others = {
  listSeasons: v.array(SeasonSummary),
  listUserSeasons: v.array(SeasonSummary),
  pageOwnSeasons: SeasonPage,
  listRecordedDrivers: v.array(RecordedDriver),
  listClaims: v.array(Claim),
  claimDriver: v.array(Claim),
  confirmClaim: v.array(Claim),
  listDrivenSeasons: v.array(DrivenSeason),
  getDriverRecord: DriverRecord,
  previewStandings: Standings,
  listRevisions: v.array(Revision),
};

/** The calls that answer with a season: its type, written out for each of them, would be too long for the compiler. */
type OfSeason = Exclude<keyof AnswersOf<'seasons'>, keyof typeof others>;

/** Answers of calls about seasons. */
export const answers: typeof others & Readonly<Record<OfSeason, typeof Season>> = {
  ...others,
  createSeason: Season,
  updateSeason: Season,
  getSeason: Season,
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
  setTeamAliases: Season,
  setTeamColours: Season,
  addRuling: Season,
  createRevision: Season,
};
