import { type Alias, normalizeName } from '../entities/scoring.ts';
import { carNames } from './names.ts';

/** The drivers of a season: each alias, and each recorded name that is in none. */
export function namesOfDrivers(aliases: readonly Alias[], recorded: readonly string[]): string[] {
  const taken = new Set(aliases.flatMap(({ recordedNames }) => recordedNames));
  const own = recorded.filter((name) => !taken.has(name));
  return [...new Set([...aliases.map(({ name }) => name), ...own])].sort((one, other) =>
    one.toLowerCase() < other.toLowerCase() ? -1 : 1,
  );
}

/** The aliases after some drivers, by their shown names, became one, which is shown by the first of the names. */
export function mergeDrivers(aliases: readonly Alias[], names: readonly string[]): Alias[] {
  const [name] = names;
  if (name === undefined || names.length < 2) return [...aliases];
  const merged = aliases.filter((alias) => names.includes(alias.name));
  const recorded = names.flatMap((each) => merged.find((alias) => alias.name === each)?.recordedNames ?? [each]);
  const rest = aliases.filter((alias) => !merged.includes(alias));
  return [...rest, { name, recordedNames: [...new Map(recorded.map((each) => [normalizeName(each), each])).values()] }];
}

/** The aliases without one of them: its recorded names are drivers of their own again. */
export function separateDriver(aliases: readonly Alias[], name: string): Alias[] {
  return aliases.filter((alias) => alias.name !== name);
}

/** The aliases with another name shown for one of them. */
export function renameDriver(aliases: readonly Alias[], name: string, shown: string): Alias[] {
  return aliases.map((alias) => (alias.name === name ? { ...alias, name: shown } : alias));
}

/** A driver's name in a recording, and the name that the driver was given. */
export interface RememberedName {
  readonly recorded: string;
  readonly shown: string;
}

/** The renamed drivers, from the names of a session's drivers by car index before and after. */
export function renamedDrivers(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): RememberedName[] {
  const indices = Object.keys(before);
  const recorded = carNames(indices.map((index) => ({ carIndex: Number(index), name: before[index] ?? '' })));
  return indices.flatMap((index, at) => {
    const shown = normalizeName(after[index] ?? '');
    return shown === '' || shown === normalizeName(before[index] ?? '')
      ? []
      : [{ recorded: recorded[at] ?? '', shown }];
  });
}

/** The aliases after recorded names were given to drivers. A recorded name that was another driver's is so no longer. */
export function rememberNames(aliases: readonly Alias[], names: readonly RememberedName[]): Alias[] {
  return names.reduce<Alias[]>(
    (last, { recorded, shown }) => {
      const others = last
        .map((alias) => ({
          ...alias,
          recordedNames: alias.recordedNames.filter((name) => normalizeName(name) !== recorded),
        }))
        .filter(({ recordedNames }) => recordedNames.length > 0);
      const driver = others.find((alias) => alias.name === shown || alias.recordedNames.includes(shown)) ?? {
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
  const recordedOf = (name: string) => aliases.find((alias) => alias.name === name)?.recordedNames ?? [name];
  const [first, second] = [recordedOf(one), recordedOf(other)];
  return sessions.some(
    (names) => names.some((name) => first.includes(name)) && names.some((name) => second.includes(name)),
  );
}
