import { type Alias, normalizeName } from '../entities/scoring.ts';
import { foldName } from '../text/fold-text.ts';
import { unnamedWith } from './driver-identity.ts';
import { carNames, type RosterCar } from './names.ts';

/**
 * The drivers of a season: each alias, and each recorded name that is in none; of several spellings of a name, the first. The
 * functions of this file serve the teams of a season just as well, with `teamKey` for `keyOf`.
 */
export function namesOfDrivers(aliases: readonly Alias[], recorded: readonly string[], keyOf = foldName): string[] {
  const taken = new Set(aliases.flatMap(({ recordedNames }) => recordedNames.map(keyOf)));
  const own = recorded.filter((name) => !taken.has(keyOf(name)));
  const names = new Map<string, string>();
  for (const name of [...aliases.map((alias) => alias.name), ...own])
    if (!names.has(keyOf(name))) names.set(keyOf(name), name);
  return [...names.values()].sort((one, other) => (foldName(one) < foldName(other) ? -1 : 1));
}

/** The aliases after some drivers, by their shown names, became one, which is shown by the first of the names. */
export function mergeDrivers(aliases: readonly Alias[], names: readonly string[], keyOf = foldName): Alias[] {
  const [name] = names;
  if (name === undefined || names.length < 2) return [...aliases];
  const keys = new Set(names.map(keyOf));
  const merged = aliases.filter((alias) => keys.has(keyOf(alias.name)));
  const recorded = names.flatMap(
    (each) => merged.find((alias) => keyOf(alias.name) === keyOf(each))?.recordedNames ?? [each],
  );
  const rest = aliases.filter((alias) => !merged.includes(alias));
  return [...rest, { name, recordedNames: [...new Map(recorded.map((each) => [normalizeName(each), each])).values()] }];
}

/** The aliases after one recorded name is a driver of its own again. What says no more than that a name is itself is left out. */
export function separateName(aliases: readonly Alias[], recorded: string, keyOf = foldName): Alias[] {
  return aliases.flatMap((alias) => {
    const left = alias.recordedNames.filter((name) => keyOf(name) !== keyOf(recorded));
    if (left.length === alias.recordedNames.length) return [alias];
    return left.every((name) => keyOf(name) === keyOf(alias.name)) ? [] : [{ ...alias, recordedNames: left }];
  });
}

/** The aliases with another name shown for the driver of a recorded name. */
export function renameRecorded(aliases: readonly Alias[], recorded: string, shown: string, keyOf = foldName): Alias[] {
  const isOwn = (alias: Alias) => alias.recordedNames.some((name) => keyOf(name) === keyOf(recorded));
  const own = aliases.find(isOwn);
  if (own === undefined) return [...aliases, { name: shown, recordedNames: [recorded] }];
  const isItself = own.recordedNames.length === 1 && normalizeName(shown) === normalizeName(own.recordedNames[0] ?? '');
  return aliases.flatMap((alias) => (alias !== own ? [alias] : isItself ? [] : [{ ...own, name: shown }]));
}

/** A driver's name in a recording, and the name that the driver was given. */
export interface RememberedName {
  readonly recorded: string;
  readonly shown: string;
  /** The race number of the car; absent where it is not known. */
  readonly number?: number | null;
}

/** The renamed drivers of a session with these cars, from their names by car index before and after. */
export function renamedDrivers(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  cars: readonly RosterCar[] = [],
): RememberedName[] {
  const indices = Object.keys(before);
  const recorded = carNames(
    indices.map((index) => ({
      ...cars.find(({ carIndex }) => carIndex === Number(index)),
      carIndex: Number(index),
      name: before[index] ?? '',
    })),
  );
  return indices.flatMap((index, at) => {
    const shown = normalizeName(after[index] ?? '');
    const number = cars.find(({ carIndex }) => carIndex === Number(index))?.carNumber;
    return shown === '' || shown === normalizeName(before[index] ?? '')
      ? []
      : [{ recorded: recorded[at] ?? '', shown, ...(number == null ? {} : { number }) }];
  });
}

/**
 * The aliases after recorded names were given to drivers. A recorded name that was another driver's is so no longer. One that is
 * a driver of the roster stays theirs: the line-up gave it to the car of a player without a name, and what is remembered is the
 * name that such a car has by its race number.
 */
export function rememberNames(
  aliases: readonly Alias[],
  names: readonly RememberedName[],
  roster: readonly { readonly name: string }[] = [],
): Alias[] {
  const isOfRoster = (name: string) => roster.some((driver) => foldName(driver.name) === foldName(name));
  return names.reduce<Alias[]>(
    (last, { recorded: before, shown, number = null }) => {
      const recorded = number !== null && isOfRoster(before) ? unnamedWith(number) : before;
      const others = last
        .map((alias) => ({
          ...alias,
          recordedNames: alias.recordedNames.filter((name) => foldName(name) !== foldName(recorded)),
        }))
        .filter(({ recordedNames }) => recordedNames.length > 0);
      const isShown = (name: string) => foldName(name) === foldName(shown);
      const driver = others.find((alias) => [alias.name, ...alias.recordedNames].some(isShown)) ?? {
        name: shown,
        recordedNames: [shown],
      };
      const rest = others.filter((alias) => alias !== driver);
      return [...rest, { ...driver, recordedNames: [...driver.recordedNames, recorded] }];
    },
    [...aliases],
  );
}

/** Whether two shown names were in one session: they are two drivers. `sessions` are the recorded names of each session. */
export function racedTogether(
  aliases: readonly Alias[],
  sessions: readonly (readonly string[])[],
  one: string,
  other: string,
): boolean {
  const recordedOf = (name: string) =>
    (aliases.find((alias) => foldName(alias.name) === foldName(name))?.recordedNames ?? [name]).map(foldName);
  const [first, second] = [recordedOf(one), recordedOf(other)];
  return sessions.some((names) => {
    const keys = names.map(foldName);
    return keys.some((key) => first.includes(key)) && keys.some((key) => second.includes(key));
  });
}
