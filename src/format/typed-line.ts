import { ResultStatus } from '#contract/enumerations';
import { foldText } from '#contract/text/fold-text';
import { fits } from '#contract/values/text-values';
import type { Column } from './pasted-cells.ts';

/** A line before it is compared with the first. */
export interface TypedLine {
  name: string;
  team: string | null;
  status: ResultStatus;
  time: number | null;
  gap: number | null;
  bestLap: number | null;
  grid: number | null;
  laps: number | null;
  lapsDown: number | null;
  /** One or two laps without a sign: driven by who is out, and behind the first for others. */
  fewLaps: number | null;
  place: number | null;
  /** The place stands before the name, or under its heading: it is no race number. */
  isPlaced: boolean;
  hasStarted: boolean;
  /** Numbers that nothing explains. */
  readonly bare: string[];
}

/** The most drivers that a session can have. */
export const maxTypedPlaces = 64;
const longest = 100;
/** How a race ended, as letters alone; null for who did not start. */
const statuses: ReadonlyMap<string, ResultStatus | null> = new Map<string, ResultStatus | null>([
  ...['finished', 'classified', 'imziel'].map((word) => [word, ResultStatus.Finished] as const),
  ...['dnf', 'didnotfinish', 'out', 'ausfall', 'ausgefallen'].map((word) => [word, ResultStatus.DidNotFinish] as const),
  ...['ret', 'retired'].map((word) => [word, ResultStatus.Retired] as const),
  ...['dsq', 'dq', 'disqualified', 'disqualifiziert'].map((word) => [word, ResultStatus.Disqualified] as const),
  ...['nc', 'notclassified', 'nichtgewertet'].map((word) => [word, ResultStatus.NotClassified] as const),
  ...['dns', 'didnotstart', 'dnp', 'dnq', 'wd', 'withdrawn', 'nichtgestartet'].map((word) => [word, null] as const),
]);

const nothing = /^(?:[-–—./]+|n\/?a|no time|no time set|keine zeit|leader|winner|sieger)$/iu;
const shortStatus = 'DNF|DNS|DSQ|DQ|RET|NC';
/** The best lap of a driver. That of a race is the shortest of them, so that it cannot be stored without its time. */
const bestLap = /^(?:FL|fastest lap|schnellste runde)\b[:\s]*(|\d.*)$/iu;
const bestLapWithoutTime =
  'write the time of the lap after FL, such as FL 1:24.617. Where nobody knows it, rule the points of the fastest lap.';
/** What chats write behind a name without a comma. */
const trailing = new RegExp(
  `^(.*?\\S)\\s+(?:[-–—:]\\s+)?\\(?(\\+\\s*\\d+\\s*(?:laps?|runden?)|\\+\\s*[\\d:.,]+\\s*s?|(?:FL\\s+)?(?:\\d{1,2}:){1,2}\\d{2}(?:[.,:]\\d{1,3})?|FL|${shortStatus})\\)?$`,
  'u',
);
const leadingStatus = new RegExp(`^(${shortStatus})(?:\\s*[.):–—-]\\s*|\\s+)(?=\\S)`, 'u');

/** A line under headings; what is wrong with it as a sentence. */
export function readRow(cells: readonly string[], columns: readonly (Column | null)[]): TypedLine | string {
  const line = blankLine();
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    const digits = /^P?(\d{1,3})\.?$/iu.exec(plainText(cell))?.[1];
    if (cell === '' || column === null || nothing.test(cell)) continue;
    if (column === 'name') line.name = cell;
    else if (column === 'team') line.team = cell;
    else if (column === 'laps') line.laps = digits === undefined ? null : Number(digits);
    else if (column === 'grid' && digits !== undefined) line.grid = Number(digits);
    else if (column === 'place' && digits !== undefined) Object.assign(line, { place: Number(digits), isPlaced: true });
    else if (column === 'bestLap') {
      const lap = milliseconds(cell);
      if (bestLap.exec(cell)?.[1] === '') return bestLapWithoutTime;
      if (lap === null && !readStatus(line, cell)) return `“${cell}” is not the time of a lap, such as 1:24.617.`;
      line.bestLap = lap ?? line.bestLap;
    } else if (column === 'time' || column === 'status' || column === 'place') {
      if (bestLap.exec(cell)?.[1] === '') return bestLapWithoutTime;
      const problem = readResult(line, cell);
      if (typeof problem === 'string') return problem;
      if (problem === undefined && column === 'time') return `“${cell}” is not a time, such as 41:30.599.`;
    }
  }
  return checked(line);
}

/** The line that is read, after those before it. Names that are known have no other meaning. */
interface LinePosition {
  readonly number: number;
  readonly before: readonly TypedLine[];
  readonly isKnown: (name: string) => boolean;
  readonly isTeam: (text: string) => boolean;
}

/** A line without headings. */
export function readLine(cells: readonly string[], position: LinePosition): TypedLine | string {
  const { number, isKnown } = position;
  const line = blankLine();
  const parts = cells.filter((cell, index) => cell !== '' && (index === 0 || !nothing.test(cell)));
  readStart(line, parts, position);
  const texts: string[] = [];
  const [first = ''] = parts;
  if (isKnown(first) || (line.place !== null && isInitials(parts, position))) texts.push(parts.shift() ?? '');
  else if (bestLap.test(plainText(first)))
    return `“${first}” is the fastest lap. Where it is the name of a driver, write the place before it: “${number}. ${first}”.`;
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
      const problem = readResult(line, part);
      if (typeof problem === 'string') return problem;
      if (problem === undefined) texts.push(part);
    }
  }
  const [name = '', team = null, ...rest] = texts;
  if (rest.length > 0) return `“${rest[0]}” is more than a name, a team and a time.`;
  return checked({ ...line, name, team });
}

function blankLine(): TypedLine {
  return {
    ...{ name: '', team: null, status: ResultStatus.Finished, time: null, gap: null, bestLap: null, grid: null },
    ...{ laps: null, lapsDown: null, fewLaps: null, place: null, isPlaced: false, hasStarted: true, bare: [] },
  };
}

function checked(line: TypedLine): TypedLine | string {
  if (line.name === '') return 'the name is missing.';
  if (!fits(line.name, longest) || !fits(line.team ?? '', longest)) return `a name has at most ${longest} characters.`;
  if (line.grid !== null && (line.grid < 1 || line.grid > maxTypedPlaces))
    return 'write the place after Grid, such as Grid 3.';
  if (line.status === ResultStatus.Finished) line.lapsDown ??= line.fewLaps;
  else line.laps ??= line.fewLaps;
  return line;
}

/** Whether the first text after a place is a name that has another meaning elsewhere: “FL”, or “NC” where no other text can be one. */
function isInitials([first = '', ...others]: readonly string[], { isKnown, isTeam }: LinePosition): boolean {
  const plain = plainText(first);
  if (bestLap.exec(plain)?.[1] === '') return true;
  const isName = (text: string) => isKnown(text) || (!isTeam(text) && readResult(blankLine(), text) === undefined);
  return /^\p{Lu}{2}$/u.test(plain) && !others.some(isName);
}

/** Takes the place, a race number and the status from the beginning of a line, and from the end of its name what chats write. */
function readStart(line: TypedLine, parts: string[], { number, before, isKnown }: LinePosition): void {
  while (parts.length > 1 && /^(?:P\s?)?#?\d{1,3}\.?$/iu.test(plainText(parts[0] ?? ''))) {
    const digits = Number(plainText(parts.shift() ?? '').replaceAll(/\D/gu, ''));
    line.place ??= digits;
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
  const status = leadingStatus.exec(parts[0] ?? '')?.[0];
  if (status !== undefined) {
    parts[0] = parts[0]?.slice(status.length) ?? '';
    parts.push(status.replaceAll(/[^A-Z]/gu, ''));
  }
  let found = trailing.exec(parts[0] ?? '');
  while (found !== null) {
    const [, rest = '', part = ''] = found;
    parts[0] = rest;
    parts.push(part);
    found = isKnown(rest) ? null : trailing.exec(rest);
  }
}

/** Whether a text says how a race ended. */
function readStatus(line: TypedLine, text: string): boolean {
  const status = statuses.get(foldText(text.replace(/\(.*\)/u, '')).replaceAll(/[^\p{L}]/gu, ''));
  if (status === undefined) return false;
  line.status = status ?? line.status;
  line.hasStarted = status !== null;
  return true;
}

/** Reads a time, a gap, laps or a status: null when it is one, what is wrong with it, or undefined for any other text. */
function readResult(line: TypedLine, text: string): string | null | undefined {
  const plain = plainText(text);
  const laps = /^(\+?)\s*(\d{1,3})\s*(?:l|laps?|runden?)$/iu.exec(plain);
  if (readStatus(line, text)) return null;
  if (laps !== null) {
    const count = Number(laps[2]);
    line[laps[1] === '+' ? 'lapsDown' : count < 3 ? 'fewLaps' : 'laps'] = count;
    return null;
  }
  if (plain.startsWith('+')) {
    const gap = plain.slice(1).trim().replace(/\s*s$/u, '');
    line.gap = milliseconds(/^\d+$/u.test(gap) ? `${gap}.0` : gap);
    return line.gap === null ? `“${text}” is not a gap, such as +4.252.` : null;
  }
  const time = milliseconds(plain.replace(/\s*s$/u, ''));
  if (time === null)
    return /^[\d:.,'’]*\d[:.,'’]\d*$/u.test(plain) ? `“${text}” is not a time, such as 41:30.599.` : undefined;
  if (line.time === null) line.time = time;
  else if (line.bestLap === null) line.bestLap = time;
  else return `“${text}” is a third time.`;
  return null;
}

/** Full-width signs as the others. */
function plainText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** `41:30.599`, `1:02:03.4`, `41:30`, `1:24,617`, `1:24:617` or `24.617` in ms; null for any other text. */
function milliseconds(text: string): number | null {
  const plain = plainText(text)
    .replace(/[,:](?=\d{3}$)/u, '.')
    .replace(',', '.');
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,2})(?:\.(\d{1,3}))?$/u.exec(plain);
  if (found === null || !/[:.]/u.test(plain)) return null;
  const [, hours = '0', minutes = '0', seconds = '0', decimals = '0'] = found;
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(decimals.padEnd(3, '0'));
}
