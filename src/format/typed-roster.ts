import { maxRosterDrivers, type RosterDriver } from '#contract/entities/roster';
import { normalizeName } from '#contract/entities/scoring';

/** A driver of a typed list. */
type TypedDriver = Pick<RosterDriver, 'name' | 'number' | 'team' | 'isReserve'>;

interface TypedRoster {
  /** Without those that the roster has already. */
  readonly drivers: readonly TypedDriver[];
  /** A sentence for each line that cannot be understood. */
  readonly errors: readonly string[];
  /** How many of the lines name a driver of the roster. */
  readonly known: number;
}

const longest = 100;
const reserve = /^(?:reserve|res\.?|sub|substitute|stand-in)$/iu;

/**
 * Reads a list of drivers, one in each line: the race number, the name, the team, and “reserve”, separated by commas, semicolons
 * or tabs. Two texts are the name and the team. `1.` or `1)` before a line counts lines, `44` before a name is its number.
 */
export function parseRoster(text: string, roster: readonly Pick<RosterDriver, 'name'>[]): TypedRoster {
  const names = new Set(roster.map(({ name }) => normalizeName(name)));
  const errors: string[] = [];
  const drivers: TypedDriver[] = [];
  let known = 0;
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const driver = driverOf(line);
    if (typeof driver === 'string') errors.push(`“${line.trim()}”: ${driver}`);
    else if (names.has(normalizeName(driver.name))) known += 1;
    else {
      names.add(normalizeName(driver.name));
      drivers.push(driver);
    }
  }
  if (roster.length + drivers.length > maxRosterDrivers)
    errors.push(`At most ${maxRosterDrivers} drivers can be in a roster.`);
  return { drivers, errors, known };
}

function driverOf(line: string): TypedDriver | string {
  const separator = ['\t', ';'].find((each) => line.includes(each)) ?? ',';
  const parts = line
    .trim()
    .replace(/^\d{1,3}[.)]\s*/u, '')
    .replace(/^#?(\d{1,3})\s+(?=\S)/u, `$1${separator}`)
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const texts: string[] = [];
  let number: number | null = null;
  let isReserve = false;
  for (const part of parts) {
    const digits = /^#?(\d{1,3})$/u.exec(part)?.[1];
    if (digits !== undefined) number = Number(digits);
    else if (reserve.test(part)) isReserve = true;
    else texts.push(part);
  }
  const [name, team = null, ...rest] = texts;
  if (name === undefined) return 'the name is missing.';
  if (number === 0) return 'a race number is from 1 to 999.';
  if (rest.length > 0) return `“${rest[0]}” is more than a number, a name and a team.`;
  if (name.length > longest || (team?.length ?? 0) > longest) return `a name has at most ${longest} characters.`;
  return { name, number, team, isReserve };
}
