import { foldName, foldText } from '../text/fold-text.ts';
import { teamKey } from './teams.ts';

/** Names that are probably those of one driver; the first is the one to show. */
export type NameGroup = readonly string[];

/** The cars of a name: its race numbers and its teams. */
interface NameCars {
  readonly numbers: readonly number[];
  readonly teams: readonly string[];
}

/** The cars and the roster of the names. */
interface Known {
  readonly cars?: ReadonlyMap<string, NameCars>;
  /** Names of the roster: a group has one of them at most, and is shown by it. */
  readonly roster?: readonly string[];
}

/**
 * Groups of recorded names that probably belong to one driver: of the same race number and team, or alike; never of two
 * numbers, and never in one session together. `sessions` are the names of the drivers of each session. Groups of the same
 * number and team are the first. The name that occurs most often is the first of its group, after one of the roster.
 */
export function similarNames(
  sessions: readonly (readonly string[])[],
  decided: ReadonlySet<string>,
  { cars = new Map(), roster = [] }: Known = {},
): NameGroup[] {
  const seenIn = new Map<string, Set<number>>(roster.map((name) => [name, new Set()]));
  const isListed = new Set(roster);
  const isDecided = new Set([...decided].map(foldName));
  // Spellings of one name are one driver already: the first one stands for all.
  const spellings = new Map<string, string>();
  for (const name of [...roster, ...sessions.flat()])
    if (!spellings.has(foldName(name))) spellings.set(foldName(name), name);
  for (const [index, names] of sessions.entries()) {
    for (const recorded of names) {
      const name = spellings.get(foldName(recorded)) ?? recorded;
      if (isDecided.has(foldName(name)) && !isListed.has(name)) continue;
      if (isGeneric(name) && !cars.has(name)) continue;
      seenIn.set(name, (seenIn.get(name) ?? new Set()).add(index));
    }
  }
  const names = [...seenIn.keys()].sort(
    (one, other) =>
      Number(isListed.has(other)) - Number(isListed.has(one)) ||
      Number(isGeneric(one)) - Number(isGeneric(other)) ||
      sizeOf(seenIn, other) - sizeOf(seenIn, one) ||
      order(one, other),
  );
  const groups: string[][] = [];
  for (const name of names) {
    const mayJoin = (group: readonly string[]) =>
      !isListed.has(name) &&
      group.every((each) => areDisjoint(seenIn.get(each), seenIn.get(name)) && !haveTwoNumbers(cars, each, name));
    const [ofCar, ...others] = groups.filter(
      (each) => mayJoin(each) && each.some((other) => haveOneCar(cars, other, name)),
    );
    // Two drivers of the roster may have one number: the number says nothing then.
    const group =
      (others.length === 0 ? ofCar : undefined) ??
      groups.find((each) => mayJoin(each) && !isGeneric(name) && areSimilar(each[0] ?? '', name));
    if (group === undefined) groups.push([name]);
    else group.push(name);
  }
  const hasOneCar = (group: readonly string[]) =>
    group.slice(1).every((name) => haveOneCar(cars, group[0] ?? '', name));
  const found = groups.filter((group) => group.length > 1);
  return [...found.filter(hasOneCar), ...found.filter((group) => !hasOneCar(group))];
}

function haveOneCar(cars: ReadonlyMap<string, NameCars>, one: string, other: string): boolean {
  const [first, second] = [cars.get(one), cars.get(other)];
  if (first === undefined || second === undefined) return false;
  const teams = second.teams.map(teamKey);
  return (
    first.numbers.some((number) => second.numbers.includes(number)) &&
    first.teams.some((team) => teams.includes(teamKey(team)))
  );
}

/** Another number is another driver. */
function haveTwoNumbers(cars: ReadonlyMap<string, NameCars>, one: string, other: string): boolean {
  const [first = [], second = []] = [cars.get(one)?.numbers, cars.get(other)?.numbers];
  return first.length > 0 && second.length > 0 && !first.some((number) => second.includes(number));
}

/** Whether two names may be spellings of one. */
export function areSimilar(one: string, other: string): boolean {
  const [first, second] = [plain(one), plain(other)];
  if (first === '' || second === '') return false;
  if (first === second) return true;
  // Numbers of cars: another number is another driver.
  if (numbersIn(one) !== '' && numbersIn(other) !== '' && numbersIn(one) !== numbersIn(other)) return false;
  const [shorter, longer] = first.length < second.length ? [first, second] : [second, first];
  // A tag of a team before or after the name.
  if (shorter.length >= 4 && (longer.startsWith(shorter) || longer.endsWith(shorter))) return true;
  return shorter.length >= 5 && distance(first, second) <= (longer.length >= 10 ? 2 : 1);
}

/** Default names of the game and the importer; of several cars with one, each has its car index. */
function isGeneric(name: string): boolean {
  return /^(player|driver|car|unknown|guest)[\s#_-]*\d*( \(car \d+\))?$/i.test(name.trim());
}

function plain(name: string): string {
  return foldText(name).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function numbersIn(name: string): string {
  return (name.match(/\d+/g) ?? []).join(' ');
}

/** How many letters have to be changed, added or removed. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function areDisjoint(one: ReadonlySet<number> | undefined, other: ReadonlySet<number> | undefined): boolean {
  return ![...(one ?? [])].some((index) => other?.has(index) === true);
}

function sizeOf(seenIn: ReadonlyMap<string, ReadonlySet<number>>, name: string): number {
  return seenIn.get(name)?.size ?? 0;
}

function order(one: string, other: string): number {
  return one < other ? -1 : 1;
}
