import { maxRosterDrivers, type RosterDriver } from '#contract/entities/roster';
import { normalizeName } from '#contract/entities/scoring';
import { foldText } from '#contract/text/fold-text';
import { readableLine } from '#contract/text/readable-text';
import { fits } from '#contract/values/text-values';
import { type Column, cellsOf, columnsOf } from '../../../format/pasted-cells.ts';

/** A driver of a typed list. */
type TypedDriver = Pick<RosterDriver, 'name' | 'number' | 'team' | 'isReserve'>;

const longest = 100;
const reserve = /^(?:reserves?|reserve driver|res\.?|r|sub|substitute|stand-in|ersatz|ersatzfahrer|ersatzfahrerin)$/iu;
const regular = /^(?:regular|regular driver|full[- ]time|stamm|stammfahrer|stammfahrerin)$/iu;
/** Under a heading such as “Reserve”. */
const chosen = /^(?:yes|y|x|true|ja|✓|✔|✅)$/iu;

/**
 * Reads a list of drivers, one in each line: the race number, the name, the team, and “reserve”, separated by commas, semicolons
 * or tabs, or a table with the line of its headings. Two texts are the name and the team. `1.` or `1)` before a line counts lines, `44` before a name is its number.
 */
export function parseRoster(text: string, roster: readonly Pick<RosterDriver, 'name'>[]) {
  const names = new Set(roster.map(({ name }) => foldText(normalizeName(name))));
  /** A sentence for each line that cannot be understood. */
  const errors: string[] = [];
  /** Without those that the roster has already. */
  const drivers: TypedDriver[] = [];
  /** How many of the lines name a driver of the roster. */
  let known = 0;
  const lines = text.split('\n').filter((line) => readableLine(line.replaceAll(/[\t,;|"]/gu, '')) !== '');
  const columns = columnsOf(cellsOf(lines[0] ?? ''), 'name');
  for (const line of columns === null ? lines : lines.slice(1)) {
    const driver = columns === null ? driverOf(cellsOf(line)) : rowOf(cellsOf(line), columns);
    if (typeof driver === 'string') errors.push(`“${readableLine(line)}”: ${driver}`);
    else if (names.has(foldText(normalizeName(driver.name)))) known += 1;
    else {
      names.add(foldText(normalizeName(driver.name)));
      drivers.push(driver);
    }
  }
  if (roster.length + drivers.length > maxRosterDrivers)
    errors.push(`At most ${maxRosterDrivers} drivers can be in a roster.`);
  return { drivers, errors, known };
}

function driverOf(cells: readonly string[]): TypedDriver | string {
  const parts = cells.filter((part) => part !== '' && !/^[-–—]+$/u.test(part));
  const [first = ''] = parts;
  const counted = first.replace(/^\d{1,3}[.)]\s*/u, '');
  const numbered = /^#?(\d{1,3})\s+(?:[-–—]\s+)?(?=\S)/u.exec(plainDigits(counted));
  if (numbered === null) parts.splice(0, 1, counted);
  else parts.splice(0, 1, numbered[1] ?? '', counted.slice(numbered[0].length));
  const texts: string[] = [];
  let number: number | null = null;
  let isReserve = false;
  for (const part of parts.filter((each) => each !== '')) {
    const digits = /^#?(\d{1,3})$/u.exec(plainDigits(part))?.[1];
    if (digits !== undefined) number = Number(digits);
    else if (reserve.test(part)) isReserve = true;
    else if (!regular.test(part)) texts.push(part);
  }
  const [name, team = null, ...rest] = texts;
  if (name === undefined) return 'the name is missing.';
  if (rest.length > 0) return `“${rest[0]}” is more than a number, a name and a team.`;
  return checked({ name, number, team, isReserve });
}

/** A line under headings. */
function rowOf(cells: readonly string[], columns: readonly (Column | null)[]): TypedDriver | string {
  const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? '';
  const digits = /^#?(\d{1,3})$/u.exec(plainDigits(cellOf('number')))?.[1];
  return checked({
    name: cellOf('name'),
    number: digits === undefined ? null : Number(digits),
    team: cellOf('team').replace(/^[-–—]+$/u, '') || null,
    isReserve:
      cells.some((cell, index) => columns[index] !== 'name' && columns[index] !== 'team' && reserve.test(cell)) ||
      chosen.test(cellOf('role')) ||
      chosen.test(cellOf('status')),
  });
}

function checked(driver: TypedDriver): TypedDriver | string {
  if (driver.name === '') return 'the name is missing.';
  if (driver.number === 0) return 'a race number is from 1 to 999.';
  const isShort = fits(driver.name, longest) && fits(driver.team ?? '', longest);
  return isShort ? driver : `a name has at most ${longest} characters.`;
}

/** Full-width digits as the others. */
function plainDigits(text: string): string {
  return text.replaceAll(/[０-９＃]/gu, (sign) => sign.normalize('NFKC'));
}
