import { instantIn, zoneOf, zonePattern } from './typed-zone.ts';

/** A day and a time of day as they were typed. */
export interface TypedDate {
  /** Absent where only a time was typed. */
  readonly day: { readonly year: number | null; readonly month: number; readonly date: number } | null;
  readonly time: TypedTime | null;
}

interface TypedTime {
  readonly hours: number;
  readonly minutes: number;
  /** A city of the IANA database or an offset from UTC; null for the clock of the viewer. */
  readonly zone: string | null;
}

interface DatedLine extends TypedDate {
  /** The line without its date. */
  readonly rest: string;
}

const months = [
  ['january', 'januar', 'jan'],
  ['february', 'februar', 'feb'],
  ['march', 'märz', 'maerz', 'mar', 'mrz', 'mär'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'dezember', 'dec', 'dez'],
] as const;

const month = `(?<month>${months.flat().join('|')})`;
const day = String.raw`(?<date>\d{1,2})`;
const edge = String.raw`(?<![\p{L}\d])`;
const end = String.raw`(?![\p{L}\d])`;
const iso = new RegExp(String.raw`${edge}(?<year>\d{4})[-/.](?<number>\d{1,2})[-/.](?<date>\d{1,2})(?:T(?=\d))?`, 'u');
const dotted = new RegExp(
  String.raw`${edge}${day}\.\s?(?<number>\d{1,2})\.(?:\s?(?<year>\d{4}|\d{2})${end}(?!:))?`,
  'u',
);
const dashed = new RegExp(String.raw`${edge}${day}-(?<number>\d{1,2})-(?<year>\d{4})${end}`, 'u');
const slashed = new RegExp(String.raw`${edge}(?<one>\d{1,2})/(?<two>\d{1,2})(?:/(?<year>\d{4}|\d{2}))?${end}`, 'u');
const dayFirst = new RegExp(
  String.raw`${edge}${day}(?:st|nd|rd|th|\.)?[ -]+${month}${end}\.?(?:[ ,-]+(?<year>\d{4})${end})?`,
  'iu',
);
const monthFirst = new RegExp(
  String.raw`${edge}${month}\.? +${day}(?:st|nd|rd|th)?${end}(?:,? +(?<year>\d{4})${end})?`,
  'iu',
);
const monthFirstYear = new RegExp(`${monthFirst.source}(?<=\\d{4})`, 'iu');
const clock = new RegExp(
  String.raw`${edge}(?<hours>\d{1,2})(?:[:.](?<minutes>\d{2}))(?::\d{2})?\s*(?<half>[ap]m)?(?:\s*(?:uhr|h))?(?:\s*${zonePattern})?${end}`,
  'iu',
);
const hour = new RegExp(String.raw`${edge}(?<hours>\d{1,2})\s*(?<half>[ap]m|uhr)(?:\s*${zonePattern})?${end}`, 'iu');
const weekday =
  /(?<![\p{L}\d])(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satur|sat|sun)(?:day)?\.?(?![\p{L}\d])|(?<![\p{L}\d])(?:mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\.?(?![\p{L}\d])/iu;

/** The dates and times in lines. `9/10` is read as the others in the list have it, or in their order; else as 9 October. */
export function parseDates(lines: readonly string[]): readonly DatedLine[] {
  const [european, american] = [false, true].map((isMonthFirst) => lines.map((line) => dateOf(line, isMonthFirst)));
  const given = european ?? [];
  const other = american ?? [];
  const unread = (found: readonly DatedLine[]) => found.filter(({ day: read }) => read === null).length;
  const isAmerican =
    unread(other) === unread(given) ? !isAscending(given) && isAscending(other) : unread(other) < unread(given);
  return isAmerican ? other : given;
}

/** A typed date as an instant; `after` has what is not typed: the year, or the day, and the time of day. */
export function instantOf({ day: typed, time }: TypedDate, after: Date): Date {
  const { hours, minutes, zone } = time ?? { hours: after.getHours(), minutes: after.getMinutes(), zone: null };
  const {
    year,
    month: number,
    date,
  } = typed ?? {
    year: after.getFullYear(),
    month: after.getMonth() + 1,
    date: after.getDate(),
  };
  const inYear = (each: number) => instantIn(zone, each, number, date, hours, minutes);
  const found = inYear(year ?? after.getFullYear());
  // In January the calendar of an autumn goes on.
  const isNextYear = year === null && after.getTime() - found.getTime() > 180 * 86_400_000;
  return isNextYear ? inYear(after.getFullYear() + 1) : found;
}

function isAscending(lines: readonly DatedLine[]): boolean {
  const days = lines.flatMap(({ day: read }) =>
    read === null ? [] : [(read.year ?? 0) * 400 + read.month * 32 + read.date],
  );
  return days.every((each, index) => each >= (days[index - 1] ?? 0));
}

function dateOf(line: string, isMonthFirst: boolean): DatedLine {
  const plain = line.normalize('NFKC');
  for (const pattern of [iso, dotted, dashed, slashed, monthFirstYear, dayFirst, monthFirst]) {
    const found = pattern.exec(plain);
    if (found === null) continue;
    const { year, number, date, one, two, month: name } = found.groups ?? {};
    const [first, second] = isMonthFirst ? [two, one] : [one, two];
    const read = {
      year: year === undefined ? null : Number(year) + (year.length === 2 ? 2_000 : 0),
      month:
        name === undefined
          ? Number(number ?? second)
          : months.findIndex((names) => names.some((each) => each === name.toLowerCase())) + 1,
      date: Number(date ?? first),
    };
    // 2024 has a 29 February.
    const days = read.month >= 1 && read.month <= 12 ? new Date(read.year ?? 2_024, read.month, 0).getDate() : 0;
    if (read.date < 1 || read.date > days) continue;
    const rest = `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`.replace(weekday, ' ');
    return { ...timeOf(rest), day: read };
  }
  return { ...timeOf(plain), day: null };
}

function timeOf(line: string): { readonly rest: string; readonly time: TypedDate['time'] } {
  const found = clock.exec(line) ?? hour.exec(line);
  const { hours = '', minutes = '0', half = '', zone: typed } = found?.groups ?? {};
  const zone = typed !== undefined && isEnd(found?.[0] ?? '', typed, Number(hours)) ? undefined : typed;
  const isHalf = /^[ap]m$/iu.test(half);
  const read = isHalf ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours);
  if (found === null || read > 23 || Number(minutes) > 59) return { rest: line, time: null };
  const rest = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`;
  const time = { hours: read, minutes: Number(minutes), zone: zone === undefined ? null : zoneOf(zone) };
  // The same start on another clock may follow: 20:00 UK / 21:00 CET.
  const other = zone === undefined ? null : timeOf(rest);
  return { rest: (other?.time?.zone ?? null) === null ? rest : (other?.rest ?? rest), time };
}

/** Whether what may be an offset is the end of a race: 10:00-11:30. */
function isEnd(text: string, zone: string, hours: number): boolean {
  return /^[−-]/u.test(zone) && /\d$/u.test(text.slice(0, -zone.length)) && Number.parseInt(zone.slice(1), 10) > hours;
}
