// The parts of a line in a typed result, and the patterns that read them.
import { ResultStatus } from '#contract/enumerations';
import { fits } from '#contract/values/text-values';
import { laps, milliseconds, plainText, statusWithReason } from './result-words.ts';

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
  /** One or two laps without a sign: laps driven for cars that are out, and laps behind the first for others. */
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
/** The best lap of a driver. That of a race is the shortest of them, so that it cannot be stored without its time. */
export const bestLap =
  /^(?:FL|fastest lap|schnellste runde|meilleur tour|vuelta rápida|giro veloce|volta mais rápida)\b[:\s]*(|\d.*)$/iu;
export const bestLapWithoutTime =
  'write the time of the lap after FL, such as FL 1:24.617. Where nobody knows it, rule the points of the fastest lap.';

/** A line of which nothing is known. */
export function blankLine(): TypedLine {
  return {
    ...{ name: '', team: null, status: ResultStatus.Finished, time: null, gap: null, bestLap: null, grid: null },
    ...{ laps: null, lapsDown: null, fewLaps: null, place: null, isPlaced: false, hasStarted: true, bare: [] },
  };
}

/** The line, or what is missing in it. */
export function checked(line: TypedLine): TypedLine | string {
  if (line.name === '') return 'the name is missing.';
  if (!fits(line.name, longest) || !fits(line.team ?? '', longest)) return `a name has at most ${longest} characters.`;
  if (line.grid !== null && (line.grid < 1 || line.grid > maxTypedPlaces))
    return 'write the place after Grid, such as Grid 3.';
  if (line.status === ResultStatus.Finished) line.lapsDown ??= line.fewLaps;
  else line.laps ??= line.fewLaps;
  return line;
}

/** Whether a text says how a race ended. */
export function readStatus(line: TypedLine, text: string): boolean {
  const status = statusWithReason(text);
  if (status === undefined) return false;
  line.status = status ?? line.status;
  line.hasStarted = status !== null;
  return true;
}

/** Reads a time, a gap, laps or a status: null when it is one, what is wrong with it, or undefined for any other text. */
export function readResult(line: TypedLine, text: string): string | null | undefined {
  const plain = plainText(text);
  const driven = laps.exec(plain);
  if (readStatus(line, text)) return null;
  if (driven !== null) {
    const count = Number(driven[2]);
    line[driven[1] === '+' ? 'lapsDown' : count < 3 ? 'fewLaps' : 'laps'] = count;
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
