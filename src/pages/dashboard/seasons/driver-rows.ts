import type { RecordedDriver, RosterDriver } from '#contract/entities/roster';
import type { Season } from '#contract/entities/season';
import { mergeDrivers, namesOfDrivers, renameRecorded } from '#contract/race/aliases';
import { namedByNumber, type UnlistedDriver, unlistedDrivers } from '#contract/race/roster';
import { foldName } from '#contract/text/fold-text';
import { createDriver, type DriversValue } from '../../../actors/roster.ts';

/** The drivers of a season as they are edited, all parts. */
export type Drivers = Required<Pick<DriversValue, 'roster' | 'aliases' | 'recordedAs'>>;

/** A driver of a season: of its roster, or one who was only recorded. */
export interface DriverRow {
  /** The same while the driver is renamed. */
  readonly key: string;
  /** Null for one who was only recorded. */
  readonly driver: RosterDriver | null;
  /** The name that is shown. */
  readonly name: string;
  /** The name that the aliases have for the driver. */
  readonly knownAs: string;
  /** Recorded names that are this driver. */
  readonly recordedNames: readonly string[];
  /** Recorded names that are this driver by their race number. */
  readonly numbered: readonly string[];
  readonly number: number | null;
  /** The teams in their order. */
  readonly teams: readonly string[];
}

export interface DriverSources {
  readonly season: Pick<Season, 'events' | 'roster' | 'standings'>;
  readonly recorded: readonly RecordedDriver[];
}

/** Each driver of a season once: those of the roster in its order, then those who were only recorded. */
export function driverRows({ season, recorded }: DriverSources, drivers: Drivers): DriverRow[] {
  const { roster, aliases } = drivers;
  const numbered = namedByNumber(recorded, roster, aliases);
  const listed = roster.map((driver): DriverRow => {
    const { alias, knownAs } = identityOf(driver, season, drivers);
    return {
      key: driver.id,
      driver,
      name: driver.name,
      knownAs,
      recordedNames: alias?.recordedNames ?? [],
      numbered: numbered.flatMap((each) => (each.shown === driver.name ? [each.recorded] : [])),
      number: driver.number,
      teams: [driver.team, ...driver.changes.map(({ team }) => team)]
        .filter((team) => team !== null)
        .filter((team, index, all) => team !== all[index - 1]),
    };
  });
  const taken = new Set(listed.flatMap((row) => [row.knownAs, ...row.recordedNames]).map(foldName));
  for (const each of numbered) taken.add(foldName(each.recorded));
  const names = season.events
    .flatMap(({ sessions }) => sessions.flatMap(({ driverNames }) => driverNames))
    .filter((name) => !taken.has(foldName(name)));
  const own = aliases.filter(({ recordedNames }) => !recordedNames.some((name) => taken.has(foldName(name))));
  const cars = new Map(recorded.map((car) => [foldName(car.name), car]));
  const only = namesOfDrivers(own, names).map((name): DriverRow => {
    const recordedNames = own.find((alias) => foldName(alias.name) === foldName(name))?.recordedNames ?? [];
    const raced = [name, ...recordedNames].flatMap((each) => cars.get(foldName(each)) ?? []);
    return {
      key: `recorded ${recordedNames[0] ?? name}`,
      driver: null,
      name,
      knownAs: name,
      recordedNames,
      numbered: [],
      number: raced.flatMap(({ numbers }) => numbers).find((number) => number > 0) ?? null,
      teams: raced.flatMap(({ teams }) => teams).slice(0, 1),
    };
  });
  return [...listed, ...only];
}

/** What the aliases have of a driver of the roster. The server knows a stored one by the stored name. */
function identityOf(driver: RosterDriver, { roster }: Pick<Season, 'roster'>, { aliases, recordedAs }: Drivers) {
  const stored = roster?.find(({ id }) => id === driver.id);
  const recorded = stored === undefined ? recordedAs[driver.id] : undefined;
  if (recorded !== undefined) {
    const key = foldName(recorded);
    const alias = aliases.find(({ recordedNames }) => recordedNames.some((name) => foldName(name) === key)) ?? null;
    return { alias, knownAs: alias?.name ?? recorded };
  }
  const knownAs = stored?.name ?? driver.name;
  return { alias: aliases.find(({ name }) => foldName(name) === foldName(knownAs)) ?? null, knownAs };
}

/** The drivers who raced and are in no row of the roster, as they can be added to it. */
export function driversToAdd({ season, recorded }: DriverSources, drivers: Drivers, rows: readonly DriverRow[]) {
  const only = rows.filter(({ driver }) => driver === null);
  return unlistedDrivers(season.standings.drivers, drivers.roster, recorded).filter((given) =>
    only.some((row) => isOfRow(given, row, recorded)),
  );
}

/** Whether a driver who raced is that of a row; of a car without a name, by its number. */
export function isOfRow(
  { name, number }: UnlistedDriver,
  row: DriverRow,
  recorded: readonly RecordedDriver[],
): boolean {
  const names = new Set([row.name, ...row.recordedNames].map(foldName));
  if (name !== '') return names.has(foldName(name));
  return recorded.some((car) => names.has(foldName(car.name)) && number !== null && car.numbers.includes(number));
}

/** The drivers with more of the roster. One who has raced stays connected with the recorded names, whatever is typed then. */
export function withAdded(
  drivers: Drivers,
  added: readonly Partial<Omit<RosterDriver, 'id'>>[],
  rows: readonly DriverRow[],
): { readonly drivers: Drivers; readonly added: readonly RosterDriver[] } {
  const created = added.map((given) => createDriver(given));
  const recordedAs = { ...drivers.recordedAs };
  for (const { id, name } of created) {
    const row = rows.find((each) => each.driver === null && foldName(each.name) === foldName(name));
    if (row !== undefined) recordedAs[id] = row.recordedNames[0] ?? row.name;
  }
  return { drivers: { ...drivers, roster: [...drivers.roster, ...created], recordedAs }, added: created };
}

/** The drivers after one of the roster was changed. A new one who has raced takes the recorded names to another name. */
export function withDriver(drivers: Drivers, driver: RosterDriver, stored: Season['roster']): Drivers {
  const before = drivers.roster.find(({ id }) => id === driver.id);
  const recorded = stored?.some(({ id }) => id === driver.id) ? undefined : drivers.recordedAs[driver.id];
  return {
    ...drivers,
    roster: drivers.roster.map((each) => (each.id === driver.id ? driver : each)),
    aliases:
      recorded === undefined || before?.name === driver.name
        ? drivers.aliases
        : renameRecorded(drivers.aliases, recorded, driver.name),
  };
}

/** The drivers after two became one: the first stays, unless the other alone is in the roster. */
export function withMerged(drivers: Drivers, row: DriverRow, other: DriverRow): Drivers {
  const [kept, gone] = row.driver === null && other.driver !== null ? [other, row] : [row, other];
  const { driver } = kept;
  return {
    roster: drivers.roster.filter(({ id }) => id !== gone.driver?.id),
    aliases: mergeDrivers(drivers.aliases, [kept.knownAs, gone.knownAs]),
    recordedAs:
      driver === null
        ? drivers.recordedAs
        : { [driver.id]: kept.recordedNames[0] ?? kept.knownAs, ...drivers.recordedAs },
  };
}

/** The names of a driver beside the shown one. */
export function otherNames({ name, recordedNames, numbered }: DriverRow): readonly string[] {
  return [...recordedNames.filter((each) => foldName(each) !== foldName(name)), ...numbered];
}
