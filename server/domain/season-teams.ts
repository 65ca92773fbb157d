import { isDeepStrictEqual } from 'node:util';
import { type GivenColour, maxSharingTeams, type TeamColour } from '#contract/entities/team-colour';
import { teamColourName } from '#contract/race/team-colour-name';
import { assignTeamColours, givenColours } from '#contract/race/team-colours';
import type { StoredTeamColour } from '#contract/race/team-colours-after-renames';
import { teamKeysOf } from '#contract/race/teams';
import { colourInputOf } from '#contract/race/teams-of-season';
import type { Transaction } from '../storage/open-storage.ts';
import { listRacedTeams, type SeasonOfTeams, storeGivenColours } from '../storage/season-teams.ts';
import { findSeason, listSeasonsOfSession, type SeasonRow } from '../storage/seasons.ts';
import { type Context, callerIdOf } from './context.ts';
import { type SeasonScore, scoreSeason } from './score-season.ts';
import { loadSeasonParts } from './season-data.ts';

/** The colours that the teams of a season have by themselves. */
export function givenColoursOf(row: SeasonRow, { standings, recordedTeams }: SeasonScore): GivenColour[] {
  return givenColours({ ...colourInputOf({ ...row, standings }), others: recordedTeams });
}

/** Stores the colours that the teams of a season have now: they keep them. For transactions that change the season. */
export async function keepColours(context: Pick<Context, 'transaction' | 'now'>, row: SeasonRow): Promise<SeasonRow> {
  const { transaction, now } = context;
  const scoring = { transaction, now, caller: null, right: null, afterCommit: () => undefined };
  return keepGiven(
    transaction,
    row,
    givenColoursOf(row, await scoreSeason(scoring, await loadSeasonParts(scoring, row))),
  );
}

/** Stores them for the seasons that hold a session, whose cars or drivers have changed. The seasons themselves have not. */
export async function keepColoursOf(context: Pick<Context, 'transaction' | 'now'>, sessionId: string): Promise<void> {
  for (const row of await listSeasonsOfSession(context.transaction, sessionId)) {
    // A season whose teams have their colours need not be scored.
    if (lacksColour(row, await listRacedTeams(context.transaction, row.id))) await keepColours(context, row);
  }
}

type SeasonColours = Pick<SeasonRow, 'teamColours' | 'givenColours' | 'teamAliases'>;

function lacksColour({ teamColours, givenColours, teamAliases }: SeasonColours, teams: readonly string[]): boolean {
  const keyOf = teamKeysOf(teamAliases ?? []);
  const hasColour = new Set([...(teamColours ?? []), ...(givenColours ?? [])].map(({ team }) => keyOf(team)));
  return teams.some((team) => !hasColour.has(keyOf(team)));
}

/** The teams of the seats, those of later changes too. */
function teamsOfRoster({ roster }: Pick<SeasonRow, 'roster'>): string[] {
  const teams = (roster ?? []).flatMap(({ team, changes }) => [team, ...changes.map((change) => change.team)]);
  return teams.filter((team) => team !== null);
}

/** The same with colours that are computed already. */
export async function keepGiven(transaction: Transaction, row: SeasonRow, given: GivenColour[]): Promise<SeasonRow> {
  if (!isDeepStrictEqual(given, row.givenColours)) await storeGivenColours(transaction, row.id, given);
  return { ...row, givenColours: given };
}

/** The teams of a season by all of their names, of very many the first, with their colours. */
export async function teamsOf(context: Context, seasonId: string, season: SeasonOfTeams): Promise<TeamColour[]> {
  const seats = teamsOfRoster(season);
  const merged = (season.teamAliases ?? []).flatMap(({ name, recordedNames }) => [name, ...recordedNames]);
  const keyOf = teamKeysOf(season.teamAliases ?? []);
  const chosen = season.teamColours ?? [];
  const all = [...season.raced, ...seats, ...merged];
  const isChosen = new Set(chosen.map(({ team }) => keyOf(team)));
  const teams = [...new Set([...all.filter((team) => isChosen.has(keyOf(team))), ...all])];
  // Only with a roster some cars are of other teams than their drivers: their colours need the standings.
  const isKnown = seats.length === 0 || !lacksColour(season, teams);
  const given = isKnown ? (season.givenColours ?? []) : await findGivenColours(context, seasonId);
  return [...assignTeamColours({ teams, chosen, given, keyOf })].slice(0, maxSharingTeams).flatMap(([team, hex]) => {
    const colour = teamColourName(hex);
    return colour === null ? [] : [{ team, colour }];
  });
}

async function findGivenColours(context: Context, seasonId: string): Promise<GivenColour[]> {
  const row = await findSeason(context.transaction, seasonId, callerIdOf(context));
  if (row === null) return [];
  return givenColoursOf(row, await scoreSeason(context, await loadSeasonParts(context, row)));
}

/** Stored colours without what only changes of the roster need. */
export function toTeamColours(stored: readonly StoredTeamColour[]): TeamColour[] {
  return stored.map(({ team, colour }) => ({ team, colour }));
}
