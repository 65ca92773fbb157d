import type { RosterDriver } from '../entities/roster.ts';
import type { TeamColour } from '../entities/team-colour.ts';

/** The drivers of a season, and all of its teams: also those that have raced without a driver of the roster. */
export interface TeamsOfRoster {
  readonly roster: readonly RosterDriver[];
  readonly teams: readonly string[];
}

/** The chosen colours of teams that have a seat in one roster and none in the next. */
export function coloursWithoutSeat(
  chosen: readonly TeamColour[],
  before: readonly RosterDriver[],
  after: readonly RosterDriver[],
): TeamColour[] {
  const [had, has] = [before, after].map(
    (roster) => new Set(roster.flatMap((driver) => [...seatsOf(driver).values()])),
  );
  return chosen.filter(({ team }) => had?.has(team) && !has?.has(team));
}

/**
 * The chosen colours once a season has another roster. That of a team which is gone goes to the team that all its seats are of
 * now, where that one is new: its name was changed. Otherwise nobody has it any more.
 */
export function teamColoursAfterRenames(
  chosen: readonly TeamColour[],
  before: TeamsOfRoster,
  after: TeamsOfRoster,
): TeamColour[] {
  const gone = coloursWithoutSeat(chosen, before.roster, after.roster).filter(
    ({ team }) => !after.teams.includes(team),
  );
  const names = new Map(gone.map(({ team }) => [team, newNameOf(team, before, after.roster)]));
  const taken = [...chosen.map(({ team }) => team), ...names.values()];
  return chosen.flatMap((each) => {
    const name = names.get(each.team);
    if (name === undefined) return [each];
    // Two teams may have become one, or one that has a colour already.
    const isFree = name !== null && taken.filter((team) => team === name).length === 1;
    return isFree ? [{ ...each, team: name }] : [];
  });
}

/** The new team that every seat of a team is of; null without one. */
function newNameOf(team: string, before: TeamsOfRoster, after: readonly RosterDriver[]): string | null {
  const drivers = new Map(after.map((driver) => [driver.id, seatsOf(driver)]));
  const names = before.roster.flatMap((driver) => {
    const now = drivers.get(driver.id);
    return [...seatsOf(driver)].flatMap(([eventId, seat]) => {
      const name = now?.get(eventId);
      return seat !== team || name === undefined ? [] : [name];
    });
  });
  const [name = null] = names;
  return name === null || before.teams.includes(name) || names.some((each) => each !== name) ? null : name;
}

/** The team of each seat of a driver, by the event of the change; that of the start has none. */
function seatsOf({ team, changes }: RosterDriver): Map<string | null, string | null> {
  return new Map([[null, team], ...changes.map((change) => [change.eventId, change.team] as const)]);
}
