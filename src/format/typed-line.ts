import { ResultStatus } from '#contract/enumerations';
import { milliseconds, nothing, plainText, shortStatus, statusOf, statusWithReason, timeLike } from './result-words.ts';
import {
  bestLap,
  bestLapWithoutTime,
  blankLine,
  checked,
  readResult,
  readStatus,
  type TypedLine,
} from './typed-parts.ts';

/** Text that chats add behind a name without a comma. */
const trailing = new RegExp(
  `^(.*?\\S)\\s+(?:[-–—:]\\s+)?\\(?(\\+\\s*\\d+\\s*\\p{L}{1,8}|\\+\\s*[\\d:.,]+\\s*s?|(?:FL\\s+)?(?:\\d{1,2}:){1,2}\\d{2}(?:[.,:]\\d{1,3})?|(?:\\d{1,2}\\.){1,2}\\d{2}[.,]\\d{3}|FL|${shortStatus})\\)?$`,
  'u',
);
/** The same in words, which are looked up: behind a dash or in brackets. */
const trailingWords = /^(.*?\S)\s+(?:[-–—:]\s+(.+)|\((.+)\))$/u;
const leadingStatus = new RegExp(`^(${shortStatus})(?:\\s*[.):–—-]\\s*|\\s+)(?=\\S)`, 'u');
const leadingWords = /^(\p{L}[\p{L} .]{1,20}?)\s*:\s*(?=\S)/u;

/** The line that is read, after those before it. Names that are known have no other meaning. */
interface LinePosition {
  readonly number: number;
  readonly before: readonly TypedLine[];
  readonly isKnown: (name: string) => boolean;
  readonly isTeam: (text: string) => boolean;
}

/** A line without headings. */
export function readLine(cells: readonly string[], position: LinePosition): TypedLine | string {
  const { number, isKnown, isTeam } = position;
  const line = blankLine();
  const parts = cells.filter((cell, index) => cell !== '' && (index === 0 || !nothing.test(cell)));
  readStart(line, parts, position);
  const texts: string[] = [];
  const [first = ''] = parts;
  if (isKnown(first) || (line.place !== null && isInitials(parts, position))) texts.push(parts.shift() ?? '');
  else if (bestLap.test(plainText(first)))
    return `“${first}” is the fastest lap. Where it is the name of a driver, write the place before it: “${number}. ${first}”.`;
  /** Behind how a race ended, a text is the reason. */
  let hasEnded = false;
  for (const part of parts) {
    const plain = plainText(part);
    const fastest = bestLap.exec(plain)?.[1];
    const start = /^grid\b[:\s]*P?(\d*)$/iu.exec(plain)?.[1];
    if (fastest !== undefined) {
      line.bestLap = milliseconds(fastest);
      if (line.bestLap === null) return bestLapWithoutTime;
    } else if (start !== undefined) line.grid = Number(start);
    else if (/^pole(?: position)?$/iu.test(plain)) line.grid = 1;
    else if (/^\d{1,3}$/u.test(plain) && texts.length > 0) line.bare.push(plain);
    else {
      const problem = isTeam(part) ? undefined : readResult(line, part);
      if (typeof problem === 'string') return problem;
      if (problem === null) hasEnded = texts.length > 0 && line.status !== ResultStatus.Finished;
      else if (!hasEnded || isTeam(part)) texts.push(part);
    }
  }
  const [name = '', team = null, ...rest] = texts;
  if (rest.length > 0 && line.status === ResultStatus.Finished && line.hasStarted)
    return `“${rest[0]}” is more than a name, a team and a time.`;
  const time = isKnown(name) ? null : timeLike(name);
  if (time !== null) return `“${time}” is not a time or a gap, such as 41:30.599 or +4.252.`;
  return checked({ ...line, name, team });
}

/** Whether the first text after a place is a name that has another meaning elsewhere: “FL”, or “NC” where no other text can be one. */
function isInitials([first = '', ...others]: readonly string[], { isKnown, isTeam }: LinePosition): boolean {
  const plain = plainText(first);
  if (bestLap.exec(plain)?.[1] === '') return true;
  const isName = (text: string) => isKnown(text) || (!isTeam(text) && readResult(blankLine(), text) === undefined);
  return /^\p{Lu}{2}$/u.test(plain) && !others.some(isName);
}

function isNumber(text: string): boolean {
  return /^(?:P\s?)?#?\d{1,3}\.?$/iu.test(plainText(text));
}

/** Takes the place, a race number and the status from the beginning of a line, and from the end of its name what chats write. */
function readStart(line: TypedLine, parts: string[], { number, before, isKnown }: LinePosition): void {
  const hasStatus = parts.length > 1 && !isKnown(parts[0] ?? '') && statusOf(parts[0] ?? '') !== undefined;
  // In a table the status stands in place of a place, before the number of the car.
  if (hasStatus && isNumber(parts[1] ?? '')) readStatus(line, parts.shift() ?? '');
  while (parts.length > 1 && isNumber(parts[0] ?? '')) {
    const digits = Number(plainText(parts.shift() ?? '').replaceAll(/\D/gu, ''));
    if (!hasStatus) line.place ??= digits;
  }
  const [name = ''] = parts;
  const marked = /^(?:🥇|🥈|🥉|(?:P\s?)?#?(\d{1,2})(?:st|nd|rd|th|er|º|°)?([.):](?!\d)|(?=\s)))\s*(?=\S)/iu.exec(
    plainText(name),
  );
  if (marked !== null && line.place === null) {
    const place = Number(marked[1] ?? Number.NaN);
    const isSure = /^[P🥇🥈🥉]|^#?\d+(?:[.):]|st|nd|rd|th)/iu.test(marked[0]);
    const last = before.findLast((each) => each.place !== null)?.place ?? 1;
    if (isSure || (place >= last && place <= number)) {
      line.place = Number.isNaN(place) ? null : place;
      line.isPlaced = isSure;
      parts[0] = name.slice(marked[0].length);
    }
  }
  if (isKnown(parts[0] ?? '')) return;
  const [start = ''] = parts;
  const short = leadingStatus.exec(start);
  const long = short === null ? leadingWords.exec(start) : null;
  const status = short?.[1] ?? (statusOf(long?.[1] ?? '') === undefined ? undefined : long?.[1]);
  if (status !== undefined) {
    parts[0] = start.slice((short ?? long)?.[0].length);
    parts.push(status);
  }
  let found = trailingOf(parts[0] ?? '');
  while (found !== null) {
    const [rest, part] = found;
    parts[0] = rest;
    parts.push(part);
    found = isKnown(rest) ? null : trailingOf(rest);
  }
}

/** A name, and what is written behind it without a comma; null when there is nothing. */
function trailingOf(text: string): readonly [string, string] | null {
  const [, name = '', part = ''] = trailing.exec(text) ?? [];
  if (name !== '') return [name, part];
  const [, before = '', behind, inBrackets] = trailingWords.exec(text) ?? [];
  const words = behind ?? inBrackets ?? '';
  if (statusWithReason(words) !== undefined) return [before, words];
  const [, driver = '', ended = ''] = /^(.*\S)\s+((?:DNF|DNS|DSQ)\s.+)$/u.exec(text) ?? [];
  if (driver !== '') return [driver, ended];
  // A short word may be the name of a family.
  const [, rest = '', last = ''] = /^(.*\S)\s+(\p{L}{5,})$/u.exec(text) ?? [];
  return statusOf(last) === undefined ? null : [rest, last];
}
