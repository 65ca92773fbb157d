import { setImmediate } from 'node:timers/promises';
import type { RosterUpdate } from '#contract/api/bodies';
import type { FieldError } from '#contract/api/problem';
import type { RecordedDriver, RosterDriver } from '#contract/entities/roster';
import { type Alias, normalizeName } from '#contract/entities/scoring';
import type { Season } from '#contract/entities/season';
import { carNames, raceNumberOf } from '#contract/race/names';
import { aliasesAfterRenames } from '#contract/race/roster';
import { defaultRules, standingsOf } from '#contract/race/scoring';
import { coloursOfChangedSeats, teamColoursAfterRenames } from '#contract/race/team-colours-after-renames';
import { teamsOfSeason } from '#contract/race/teams-of-season';
import { foldName } from '#contract/text/fold-text';
import { refused } from '../http/problem.ts';
import { deleteClaimsExcept } from '../storage/roster-claims.ts';
import type { SeasonRow } from '../storage/seasons.ts';
import type { Context, Versioned } from './context.ts';
import { acceptWaiting } from './entries.ts';
import { findOwnSeason, lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { loadSeasonData, type SeasonData, scoredEventsOf } from './season-data.ts';
import { stayPrivate } from './stay-private.ts';

type RosterInput = RosterUpdate['roster'];

/**
 * Replaces the roster of a season. Claims on drivers that it does not have any more are removed, and their places go to those
 * who wait; what was recorded under the former name of a driver stays theirs, and the colour that was chosen for a team follows
 * its new name.
 * @throws Problem 422 for a change at an event that the season does not have.
 */
export async function setRoster(
  context: Context,
  input: SeasonTarget & { roster: RosterInput },
): Promise<Versioned<Season>> {
  const row = await lockOwnSeason(context, input);
  const data = await loadSeasonData(context, row);
  const errors = errorsOfRoster(input.roster, data);
  if (errors.length > 0) throw refused(errors);
  const roster = input.roster.map((driver) => ({ ...driver, name: normalizeName(driver.name) }));
  const driverIds = roster.map(({ id }) => id);
  await stayPrivate(context.transaction, { seasonId: row.id }, () =>
    deleteClaimsExcept(context.transaction, row.id, driverIds),
  );
  const aliases = aliasesWith(roster, row, data);
  const colours = await renamedColours(roster, aliases, data);
  const filled = await acceptWaiting(context, { ...row, roster });
  return touchSeason(context, row.id, { roster: filled.roster, aliases, ...colours });
}

/** The chosen colours of teams that are renamed with a new roster; empty where none is. */
async function renamedColours(
  roster: readonly RosterDriver[],
  aliases: readonly Alias[],
  data: SeasonData,
): Promise<Partial<Pick<SeasonRow, 'teamColours'>>> {
  const { row } = data;
  const [chosen, before] = [row.teamColours ?? [], row.roster ?? []];
  if (coloursOfChangedSeats(chosen, before, roster).length === 0) return {};
  // Each scoring of a long season is a task of the event loop.
  await setImmediate();
  const teamsBefore = teamsWith(before, row.aliases ?? [], data);
  await setImmediate();
  const teamsAfter = teamsWith(roster, aliases, data);
  await setImmediate();
  return {
    teamColours: teamColoursAfterRenames(chosen, { roster: before, teams: teamsBefore }, { roster, teams: teamsAfter }),
  };
}

/** The teams of a season once it has this roster. */
function teamsWith(roster: readonly RosterDriver[], aliases: readonly Alias[], data: SeasonData): string[] {
  const rules = data.row.rules ?? defaultRules;
  const standings = standingsOf(scoredEventsOf(data), rules, aliases, data.rulings, roster, data.row.teamAliases ?? []);
  return teamsOfSeason({ standings, roster: [...roster] });
}

/** The aliases of a season once it has this roster. */
export function aliasesWith(roster: readonly RosterDriver[], row: SeasonRow, data: SeasonData) {
  const before = row.roster ?? [];
  return aliasesAfterRenames(row.aliases ?? [], { before, after: roster }, recordedNamesOf(data));
}

/** The changes of seats at events that do not exist; one that the stored roster has is of a deleted event, and has no effect. */
export function errorsOfRoster(roster: RosterInput, { row, eventRows }: SeasonData): FieldError[] {
  const stored = (row.roster ?? []).flatMap(({ changes }) => changes.map(({ eventId }) => eventId));
  const existing = new Set([...eventRows.map(({ id }) => id), ...stored]);
  return roster.flatMap(({ changes }, index) =>
    changes.flatMap(({ eventId }, place) =>
      existing.has(eventId)
        ? []
        : [{ path: `roster.${index}.changes.${place}.eventId`, message: 'must be an event of this season' }],
    ),
  );
}

function recordedNamesOf({ attached, results }: SeasonData): string[] {
  return attached.flatMap(({ session }) => carNames(results.get(session.id) ?? []));
}

/** The names in the recordings of a season, by name. */
export async function listRecordedDrivers(context: Context, id: string): Promise<RecordedDriver[]> {
  const row = await findOwnSeason(context, { id, expected: null });
  const { attached, results } = await loadSeasonData(context, row);
  const found = new Map<string, { name: string; numbers: Set<number>; teams: Set<string>; sessionIds: Set<string> }>();
  for (const { session } of [...attached].reverse()) {
    const drivers = results.get(session.id) ?? [];
    for (const [index, name] of carNames(drivers).entries()) {
      const entry = found.get(foldName(name)) ?? { name, numbers: new Set(), teams: new Set(), sessionIds: new Set() };
      found.set(foldName(name), entry);
      entry.sessionIds.add(session.id);
      const driver = drivers[index];
      if (driver === undefined) continue;
      const number = raceNumberOf(driver);
      if (number !== null) entry.numbers.add(number);
      if (driver.team !== null) entry.teams.add(driver.team);
    }
  }
  return [...found.values()]
    .map(({ name, numbers, teams, sessionIds }) => ({
      name,
      numbers: [...numbers],
      teams: [...teams],
      sessionIds: [...sessionIds],
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
