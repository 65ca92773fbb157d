import { closestMatch } from 'leven';
import { normalizeName } from '#contract/entities/scoring';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { classify, isOutOf } from '#contract/race/classify';
import { foldText } from '#contract/text/fold-text';
import { readableLine } from '#contract/text/readable-text';
import { cellsOf, columnsOf, contentLength, pastedLines } from './pasted-cells.ts';
import { readLine } from './typed-line.ts';
import { orderOf } from './typed-order.ts';
import { maxTypedPlaces, type TypedLine } from './typed-parts.ts';
import { readRow } from './typed-row.ts';

/** A driver of a typed result, in the order of the classification. */
export interface TypedPlace {
  readonly name: string;
  readonly team: string | null;
  /** In the result: those who do not count are behind those who do, whatever their line. Equal in a tie. */
  readonly position: number;
  readonly status: ResultStatus;
  /** The time of the race, or of the lap in qualifying, in ms; null where none was typed. */
  readonly time: number | null;
  readonly bestLap: number | null;
  /** The place on the grid of a race, from 1. */
  readonly grid: number | null;
  /** The laps of the race; null when those of the first are not known. */
  readonly laps: number | null;
  /** How many laps behind, where those of the first are not known. */
  readonly lapsDown?: number;
}

/** A typed result: one driver in each line. */
export interface TypedResult {
  readonly places: readonly TypedPlace[];
  /** A sentence for each line that cannot be understood. */
  readonly errors: readonly string[];
  /** Sentences about what is not in the result, or may be a mistake. */
  readonly notes: readonly string[];
}

/** The known data of a driver before the result. */
export interface KnownDriver {
  readonly name: string;
  /** The team that is meant when none is typed. */
  readonly team: string | null;
}

/** The most characters of a result. */
export const resultLimit = 6_000;

/** Remarks that encyclopedias write below a table. */
const remark =
  /^\W*(?:(?:fastest lap|schnellste runde|meilleur tour|tour le plus rapide|vuelta rápida|giro (?:più )?veloce|volta mais rápida)\W.*\(|(?:sources?|notes?|quellen?|fuentes?|fonti?|fontes?|anmerkung(?:en)?)\s*:)/iu;

/** In ms: no track has a shorter lap. */
const shortestLap = 20_000;

/**
 * Reads a result as people have it in chats and spreadsheets. A line of headings says what the columns are. Without
 * one, after the name, in any order and separated by commas, semicolons or tabs: the team, the time or the gap to the
 * first, the best lap after “FL”, the place on the grid after “Grid”, the laps as “52 laps” or “+1 lap”, and how the
 * race ended. Places may precede names. Drivers who did not start have no place. Names are written as those of the
 * drivers that are known, who have their teams too.
 */
export function parseResult(
  text: string,
  known: readonly KnownDriver[] = [],
  sessionType: SessionType = SessionType.Race,
): TypedResult {
  const lines = pastedLines(text);
  const cells = lines.map(cellsOf);
  const heading = cells.slice(0, 4).findIndex((own) => columnsOf(own, 'name') !== null);
  const columns = columnsOf(cells[heading] ?? [], 'name');
  // Drivers of the roster precede those who raced under the same name.
  const given = [...known].reverse();
  const names = new Map(given.map((driver) => [normalizeName(driver.name), driver]));
  const folded = new Map(given.map((driver) => [foldText(driver.name), driver]));
  const isKnown = (name: string) => names.has(normalizeName(name)) || folded.has(foldText(name));
  const teams = new Set(known.flatMap(({ team }) => (team === null ? [] : [foldText(team)])));
  const isTeam = (text: string) => teams.has(foldText(text));
  const errors: string[] = [];
  const typed: TypedLine[] = [];
  const absent: string[] = [];
  const others: string[] = [];
  for (const [index, line] of lines.entries()) {
    const own = cells[index] ?? [];
    if (index === heading) continue;
    // A title above the headings, and sources and the like below the table, are no drivers.
    if (index < heading || remark.test(line)) {
      others.push(readableLine(line));
      continue;
    }
    const position = { number: index + 1, before: typed, isKnown, isTeam };
    const found = columns === null ? readLine(own, position) : readRow(own, columns);
    if (typeof found !== 'string' && found.team !== null) teams.add(foldText(found.team));
    if (typeof found === 'string') errors.push(`“${readableLine(line)}”: ${found}`);
    else if (found.hasStarted) typed.push(found);
    else absent.push(found.name);
  }
  const reference = referenceOf(typed);
  const order = orderOf(typed);
  errors.push(...order.errors);
  const lined: TypedPlace[] = [];
  const news: string[] = [];
  for (const [index, each] of typed.entries()) {
    const driver = names.get(normalizeName(each.name)) ?? folded.get(foldText(each.name));
    if (driver === undefined) news.push(meantName(each.name, [...folded.keys()], folded));
    const name = driver?.name ?? each.name;
    if (lined.some((place) => foldText(place.name) === foldText(name))) errors.push(`${name} is there twice.`);
    else if (each.grid !== null && lined.some(({ grid }) => grid === each.grid))
      errors.push(`Grid ${each.grid} is there twice.`);
    else {
      const line = { ...each, name, team: each.team ?? driver?.team ?? null };
      lined.push({ ...placeOf(line, reference), position: order.positions[index] ?? index + 1 });
    }
  }
  const places = classified(lined, sessionType);
  if (places.length > maxTypedPlaces) errors.push(`At most ${maxTypedPlaces} drivers can be in a result.`);
  const left = (columns ?? [])
    .flatMap((column, index) => (column === null || column === 'leftOut' ? [cells[heading]?.[index] ?? ''] : []))
    .filter(Boolean);
  const bare = typed.flatMap((each) => each.bare);
  const notes = [
    absent.length === 0 ? '' : `Left out, as they did not start: ${absent.join(', ')}.`,
    others.length === 0 ? '' : `Left out: ${others.map((line) => `“${line}”`).join(', ')}.`,
    left.length === 0 ? '' : `Columns that are left out: ${left.join(', ')}.`,
    bare.length === 0
      ? ''
      : `Numbers without a heading are left out, such as ${bare[0]}: write “Grid 3” for a place on the grid, or paste the line of the headings too.`,
    ...movesOf(lined, places, sessionType),
    ...order.notes,
    reference.time === null && typed.some(({ gap, time }) => (gap ?? 0) > 0 || (time !== null && time < shortestLap))
      ? 'The gaps are left out: the first driver has no time.'
      : '',
    known.length === 0 || news.length === 0 ? '' : `New in this season, look at the spelling: ${news.join(', ')}.`,
  ];
  return { places, errors, notes: notes.filter((note) => note !== '') };
}

/** Whether a typed result can be stored. */
export function isStorable(text: string, { places, errors }: TypedResult): boolean {
  return places.length > 0 && errors.length === 0 && contentLength(text) <= resultLimit;
}

/** The reference of gaps and laps behind: the first classified driver, even if earlier lines have others. */
interface Reference {
  readonly time: number | null;
  readonly laps: number | null;
}

function referenceOf(lines: readonly TypedLine[]): Reference {
  const winner = lines.find(({ status }) => status === ResultStatus.Finished);
  const hasTime = ({ time }: TypedLine) => time !== null && time >= shortestLap;
  const timed = winner !== undefined && hasTime(winner) ? winner : lines.find(hasTime);
  const most = Math.max(0, ...lines.map(({ laps }) => laps ?? 0));
  return { time: timed?.time ?? null, laps: winner?.laps ?? (most === 0 ? null : most) };
}

function placeOf(line: TypedLine, reference: Reference): Omit<TypedPlace, 'position'> {
  const { name, team, status, bestLap, grid, lapsDown, laps } = line;
  const { time: start, laps: all } = reference;
  const isFinished = status === ResultStatus.Finished;
  // A time far below that of the first, or that of a lap, is a gap without its sign.
  const isGap = line.time !== null && (line.time < shortestLap || (isFinished && line.time < (start ?? 0) / 2));
  const gap = line.gap ?? (isGap ? line.time : null);
  const time = gap === null ? line.time : start === null ? null : start + gap;
  return {
    ...{ name, team, status, bestLap, grid },
    ...(isFinished && all === null && lapsDown !== null ? { lapsDown } : {}),
    time,
    laps: laps ?? (isFinished && all !== null && all > (lapsDown ?? 0) ? all - (lapsDown ?? 0) : null),
  };
}

/** The drivers in the order of the result, with the places that they have in it. */
function classified(lined: readonly TypedPlace[], sessionType: SessionType): TypedPlace[] {
  const drivers = lined.map((place, carIndex) => ({
    carIndex,
    finishingPosition: place.position,
    resultStatus: place.status,
    bestLapTimeMs: null,
    totalRaceTime: null,
    totalPenaltiesSeconds: null,
    place,
  }));
  return classify({ sessionType, drivers }).map(({ driver: { place }, position }) => ({
    ...place,
    position: position ?? place.position,
  }));
}

const outWords: Readonly<Partial<Record<ResultStatus, string>>> = {
  [ResultStatus.DidNotFinish]: 'did not finish',
  [ResultStatus.Retired]: 'did not finish',
  [ResultStatus.Disqualified]: 'is disqualified',
  [ResultStatus.NotClassified]: 'is not classified',
};

/** Drivers who move up because earlier lines do not count. */
function movesOf(lined: readonly TypedPlace[], places: readonly TypedPlace[], sessionType: SessionType): string[] {
  const moves: string[] = [];
  let out: string[] = [];
  for (const { name, status } of lined) {
    if (isOutOf(sessionType, status)) out.push(`${name} ${outWords[status]}`);
    else {
      const position = places.find((place) => place.name === name)?.position;
      if (out.length > 0) moves.push(`${name} moves up to P${position}: ${out.join(', ')}.`);
      out = [];
    }
  }
  return moves;
}

/** A name, with the one of a known driver that it nearly is. */
function meantName(name: string, known: readonly string[], drivers: ReadonlyMap<string, KnownDriver>): string {
  if (name.length < 4) return name;
  const nearest = closestMatch(foldText(name), [...known], { maxDistance: name.length < 7 ? 1 : 2 });
  return nearest === undefined ? name : `${name} (${drivers.get(nearest)?.name}?)`;
}
