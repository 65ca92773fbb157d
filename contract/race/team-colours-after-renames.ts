import type { RosterDriver } from '../entities/roster.ts';
import type { TeamColour } from '../entities/team-colour.ts';

/** The drivers of a season, and all of its teams: also those that have raced without a driver of the roster. */
export interface TeamsOfRoster {
  readonly roster: readonly RosterDriver[];
  readonly teams: readonly string[];
}

/** A chosen colour as it is stored. */
export interface StoredTeamColour extends TeamColour {
  /** The new team that some seats of this one have changed to: where the others follow, its name was changed. */
  readonly renamedTo?: string;
}

/** The chosen colours of teams of which one roster has a seat that the next has not. */
export function coloursOfChangedSeats(
  chosen: readonly StoredTeamColour[],
  before: readonly RosterDriver[],
  after: readonly RosterDriver[],
): StoredTeamColour[] {
  const drivers = new Map(after.map((driver) => [driver.id, seatsOf(driver)]));
  const left = new Set(
    before.flatMap((driver) =>
      [...seatsOf(driver)].flatMap(([eventId, team]) => (drivers.get(driver.id)?.get(eventId) === team ? [] : [team])),
    ),
  );
  return chosen.filter(({ team }) => left.has(team));
}

/**
 * The chosen colours once a season has another roster. That of a team which is gone goes to the team that all its seats are of
 * now, where that one is new, or the one that its other seats changed to before: its name was changed. Otherwise nobody has it
 * any more.
 */
export function teamColoursAfterRenames(
  chosen: readonly StoredTeamColour[],
  before: TeamsOfRoster,
  after: TeamsOfRoster,
): StoredTeamColour[] {
  const [hadSeat, hasSeat] = [before.roster, after.roster].map(
    (roster) => new Set(roster.flatMap((driver) => [...seatsOf(driver).values()])),
  );
  const gone = chosen.filter(({ team }) => hadSeat?.has(team) && !hasSeat?.has(team) && !after.teams.includes(team));
  const names = new Map(chosen.map((each) => [each.team, newNameOf(each, before, after)]));
  const taken = [...chosen.map(({ team }) => team), ...gone.map(({ team }) => names.get(team))];
  return chosen.flatMap((each) => {
    const { team, colour } = each;
    const name = names.get(team) ?? null;
    if (!gone.includes(each)) return [{ team, colour, ...(name === null ? {} : { renamedTo: name }) }];
    // Two teams may have become one, or one that has a colour already.
    const isFree = name !== null && taken.filter((other) => other === name).length === 1;
    return isFree ? [{ team: name, colour }] : [];
  });
}

/** The new team that every changed seat of a team is of; null without one. */
function newNameOf(
  { team, renamedTo }: StoredTeamColour,
  before: TeamsOfRoster,
  { roster, teams }: TeamsOfRoster,
): string | null {
  const drivers = new Map(roster.map((driver) => [driver.id, seatsOf(driver)]));
  const names = before.roster.flatMap((driver) => {
    const now = drivers.get(driver.id);
    return [...seatsOf(driver)].flatMap(([eventId, seat]) => {
      const name = now?.get(eventId);
      return seat !== team || name === undefined || name === team ? [] : [name];
    });
  });
  const [name = renamedTo ?? null] = names;
  if (name === null || names.some((each) => each !== name)) return null;
  return name === renamedTo ? (teams.includes(name) ? name : null) : before.teams.includes(name) ? null : name;
}

/** The team of each seat of a driver, by the event of the change; that of the start has none. */
function seatsOf({ team, changes }: RosterDriver): Map<string | null, string | null> {
  return new Map([[null, team], ...changes.map((change) => [change.eventId, change.team] as const)]);
}
