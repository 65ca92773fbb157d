import type { RosterDriver } from '../entities/roster.ts';
import { type Alias, normalizeName } from '../entities/scoring.ts';

/** The seat of a driver at one event. */
export interface Seat {
  readonly team: string | null;
  readonly isReserve: boolean;
}

/** The seat of a driver at an event. `eventIds` are all events in order; before the first event it is that of the start. */
export function seatAt(driver: RosterDriver, eventIds: readonly string[], eventId: string | null): Seat {
  const round = eventId === null ? -1 : eventIds.indexOf(eventId);
  const changes = driver.changes
    .map((change) => ({ ...change, round: eventIds.indexOf(change.eventId) }))
    .filter((change) => change.round !== -1 && change.round <= round)
    .sort((one, other) => one.round - other.round);
  const { team, isReserve } = changes.at(-1) ?? driver;
  return { team, isReserve };
}

/** The roster as it is at one event: each driver in the seat of that event. */
export function rosterAt(
  roster: readonly RosterDriver[],
  eventIds: readonly string[],
  eventId: string | null,
): RosterDriver[] {
  return roster.map((driver) => ({ ...driver, ...seatAt(driver, eventIds, eventId), changes: [] }));
}

/** The driver of a roster with a shown name. */
export function rosterDriverOf<Driver extends Pick<RosterDriver, 'name'>>(
  roster: readonly Driver[],
  shown: string,
): Driver | null {
  const name = normalizeName(shown);
  return roster.find((driver) => normalizeName(driver.name) === name) ?? null;
}

/**
 * The team that a result counts for: that of the driver's seat, whatever car the game gave them. A reserve counts for the
 * team of the car, because they stand in for one of its drivers.
 */
export function teamOfResult(seat: Seat | null, recorded: string | null): string | null {
  if (seat === null) return recorded;
  return seat.isReserve ? (recorded ?? seat.team) : (seat.team ?? recorded);
}

/**
 * The aliases after drivers of a roster got other names: what was recorded under a name before belongs to the driver still.
 * `recorded` are the names in the recordings of the season.
 */
export function aliasesAfterRenames(
  aliases: readonly Alias[],
  rosters: { readonly before: readonly RosterDriver[]; readonly after: readonly RosterDriver[] },
  recorded: readonly string[],
): Alias[] {
  const names = new Map(rosters.before.map(({ id, name }) => [id, normalizeName(name)]));
  const renamed = new Map<string, string>();
  for (const { id, name } of rosters.after) {
    const before = names.get(id);
    if (before !== undefined && before !== normalizeName(name)) renamed.set(before, normalizeName(name));
  }
  // Two drivers may have changed names: every name is looked up as it was before.
  const changed = aliases.map((alias) => {
    const name = renamed.get(normalizeName(alias.name));
    return name === undefined ? alias : { ...alias, name };
  });
  const taken = new Set(aliases.flatMap(({ recordedNames }) => recordedNames.map(normalizeName)));
  const raced = new Set(recorded.map(normalizeName));
  const added = [...renamed]
    .filter(([before]) => raced.has(before) && !taken.has(before))
    .map(([before, name]) => ({ name, recordedNames: [before] }));
  return joined([...changed, ...added]);
}

/** Aliases with one entry for each shown name. */
function joined(aliases: readonly Alias[]): Alias[] {
  const byName = new Map<string, Alias>();
  for (const { name, recordedNames } of aliases) {
    const key = normalizeName(name);
    const names = [...(byName.get(key)?.recordedNames ?? []), ...recordedNames];
    byName.set(key, { name, recordedNames: [...new Set(names)] });
  }
  return [...byName.values()];
}
