import type { RecordedDriver, RosterDriver } from '../entities/roster.ts';
import { type Alias, normalizeName } from '../entities/scoring.ts';
import type { Season } from '../entities/season.ts';
import { foldName } from '../text/fold-text.ts';
import { isUnnamed } from './unnamed.ts';

/** The seat of a driver at one event. */
export type Seat = Readonly<Pick<RosterDriver, 'team' | 'isReserve'>>;

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
  const key = foldName(shown);
  return roster.find(({ name }) => foldName(name) === key) ?? null;
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
 * The aliases after drivers of a roster got other names: results under the former name still belong to the driver.
 * `recorded` are the names in the recordings of the season.
 */
export function aliasesAfterRenames(
  aliases: readonly Alias[],
  rosters: { readonly before: readonly RosterDriver[]; readonly after: readonly RosterDriver[] },
  recorded: readonly string[],
): Alias[] {
  const names = new Map(rosters.before.map(({ id, name }) => [id, name]));
  // A former name, folded, with the former and the new one.
  const renamed = new Map<string, { readonly before: string; readonly name: string }>();
  for (const { id, name } of rosters.after) {
    const before = normalizeName(names.get(id) ?? name);
    if (before !== normalizeName(name)) renamed.set(foldName(before), { before, name: normalizeName(name) });
  }
  // Two drivers may have changed names: every name is looked up as it was before.
  const changed = aliases.map((alias) => {
    const name = renamed.get(foldName(alias.name))?.name;
    return name === undefined ? alias : { ...alias, name };
  });
  const taken = new Set(aliases.flatMap(({ recordedNames }) => recordedNames.map(foldName)));
  const raced = new Set(recorded.map(foldName));
  const added = [...renamed]
    .filter(([key, { name }]) => raced.has(key) && !taken.has(key) && foldName(name) !== key)
    .map(([, { before, name }]) => ({ name, recordedNames: [before] }));
  return joined([...changed, ...added]);
}

/** Aliases with one entry for each shown name. */
function joined(aliases: readonly Alias[]): Alias[] {
  const byName = new Map<string, Alias>();
  for (const { name, recordedNames } of aliases) {
    const key = foldName(name);
    const names = [...(byName.get(key)?.recordedNames ?? []), ...recordedNames];
    byName.set(key, { name, recordedNames: [...new Set(names)] });
  }
  return [...byName.values()];
}

/** A driver who has raced and is not in the roster, with the latest race number and team. */
export type UnlistedDriver = Pick<RosterDriver, 'name' | 'number' | 'team'>;

/**
 * The drivers of standings that a roster lacks, in their order; then the race numbers of cars whose name says nothing,
 * with an empty name.
 */
export function unlistedDrivers(
  drivers: readonly { readonly name: string; readonly team: string | null; readonly aliases: readonly string[] }[],
  roster: readonly Pick<RosterDriver, 'name' | 'number'>[],
  recorded: readonly Omit<RecordedDriver, 'sessionIds'>[],
): UnlistedDriver[] {
  const numbers = new Map(recorded.map((driver) => [foldName(driver.name), driver.numbers]));
  const named = drivers
    .filter(({ name, team }) => rosterDriverOf(roster, name) === null && !isUnnamed({ name, team }))
    .map(({ name, team, aliases }) => {
      const number = [name, ...aliases].flatMap((each) => numbers.get(foldName(each)) ?? []).find((each) => each > 0);
      return { name, number: number ?? null, team };
    });
  const taken = new Set([...roster, ...named].map(({ number }) => number));
  const aliases = new Set(
    drivers.filter(({ name }) => !isUnnamed({ name, team: null })).flatMap((each) => each.aliases.map(foldName)),
  );
  const unnamed = recorded.filter((driver) => saysNothing(driver) && !aliases.has(foldName(driver.name)));
  const teams = new Map(
    unnamed.flatMap((driver) => {
      // A name of several cars, such as `Player`, does not say which team each has.
      const team = driver.numbers.length === 1 && driver.teams.length === 1 ? (driver.teams[0] ?? null) : null;
      return driver.numbers
        .filter((number) => number > 0 && !taken.has(number))
        .map((number) => [number, team] as const);
    }),
  );
  return [...named, ...[...teams].map(([number, team]) => ({ name: '', number, team }))];
}

function saysNothing({ name, teams }: Pick<RecordedDriver, 'name' | 'teams'>): boolean {
  return [null, ...teams].some((team) => isUnnamed({ name, team }));
}

/** The race numbers and teams of the recorded names, and those of the drivers of a roster in all their seats. */
export function carsOfNames(
  recorded: readonly RecordedDriver[],
  roster: readonly RosterDriver[],
): Map<string, { readonly numbers: readonly number[]; readonly teams: readonly string[] }> {
  return new Map([
    ...recorded.map(({ name, numbers, teams }) => [name, { numbers, teams }] as const),
    ...roster.map(({ name, number, team, changes }) => {
      const seats = [team, ...changes.map((change) => change.team)];
      const own = recorded.find((driver) => foldName(driver.name) === foldName(name));
      const teams = [...seats.filter((each) => each !== null), ...(own?.teams ?? [])];
      return [name, { numbers: number === null ? (own?.numbers ?? []) : [number], teams }] as const;
    }),
  ]);
}

/** The names of no driver, such as `Player`, with the driver who has their race number in every recording. */
export function namedByNumber(
  recorded: readonly RecordedDriver[],
  roster: readonly Pick<RosterDriver, 'name' | 'number'>[],
  aliases: readonly Alias[],
): { readonly recorded: string; readonly shown: string }[] {
  const decided = new Set(aliases.flatMap(({ recordedNames }) => recordedNames.map(foldName)));
  return recorded.flatMap((car) => {
    const { name, numbers } = car;
    const drivers = roster.filter(({ number }) => number !== null && numbers.includes(number));
    const [driver] = drivers;
    const isNamed = numbers.length === 1 && drivers.length === 1 && !decided.has(foldName(name));
    return isNamed && saysNothing(car) && driver !== undefined ? [{ recorded: name, shown: driver.name }] : [];
  });
}

/** The race numbers that several drivers of a roster have, reserves aside: cars without a name get the name of none of them. */
export function sharedNumbers(roster: readonly Pick<RosterDriver, 'number' | 'isReserve'>[]): number[] {
  const regular = roster.flatMap(({ number, isReserve }) => (number === null || isReserve ? [] : [number]));
  return [...new Set(regular.filter((number, index) => regular.indexOf(number) !== index))];
}

/** A driver of the roster with the seat of the latest event that was run. */
export type SeatedDriver = RosterDriver & { readonly userId: string | null };

/** The drivers of a season in their latest seats, each with the account that is this driver. */
export function seatedDrivers({
  roster,
  members,
  events,
}: Pick<Season, 'roster' | 'members' | 'events'>): SeatedDriver[] {
  const eventIds = events.map(({ id }) => id);
  const latest = events.findLast(({ sessions }) => sessions.length > 0)?.id ?? null;
  const userIds = new Map((members ?? []).map(({ driverId, userId }) => [driverId, userId]));
  return rosterAt(roster ?? [], eventIds, latest).map((driver) => ({
    ...driver,
    userId: userIds.get(driver.id) ?? null,
  }));
}
