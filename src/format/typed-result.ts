import { closestMatch } from 'leven';
import { normalizeName } from '#contract/entities/scoring';
import { ResultStatus } from '#contract/enumerations';
import { foldText } from '#contract/text/fold-text';
import { readableLine } from '#contract/text/readable-text';
import { cellsOf, columnsOf, contentLength } from './pasted-cells.ts';
import { maxTypedPlaces, readLine, readRow, type TypedLine } from './typed-line.ts';

/** A driver of a typed result, in the order of the lines. */
export interface TypedPlace {
  readonly name: string;
  readonly team: string | null;
  readonly status: ResultStatus;
  /** The time of the race, or of the lap in qualifying, in ms; null where none was typed. */
  readonly time: number | null;
  readonly bestLap: number | null;
  /** The place on the grid of a race, from 1. */
  readonly grid: number | null;
  /** The laps of the race; null when those of the first are not known. */
  readonly laps: number | null;
}

/** A typed result: one driver in each line. */
export interface TypedResult {
  readonly places: readonly TypedPlace[];
  /** A sentence for each line that cannot be understood. */
  readonly errors: readonly string[];
  /** Sentences about what is not in the result, or may be a mistake. */
  readonly notes: readonly string[];
}

/** What is known of a driver before the result. */
export interface KnownDriver {
  readonly name: string;
  /** The team that is meant when none is typed. */
  readonly team: string | null;
}

/** The most characters of a result. */
export const resultLimit = 6_000;

/** In ms: no track has a shorter lap. */
const shortestLap = 20_000;

/**
 * Reads a result as people have it in chats and spreadsheets. A line of headings says what the columns are. Without one, after
 * the name, in any order and separated by commas, semicolons or tabs: the team, the time or the gap to the first, the best lap
 * after “FL”, the place on the grid after “Grid”, the laps as “52 laps” or “+1 lap”, and how the race ended. Places may precede
 * names. Who did not start has no place. Names are written as those of the drivers that are known, who have their teams too.
 */
export function parseResult(text: string, known: readonly KnownDriver[] = []): TypedResult {
  const lines = text.split('\n').filter((line) => readableLine(line.replaceAll(/[\t,;|"]/gu, '')) !== '');
  const cells = lines.map(cellsOf);
  const columns = columnsOf(cells[0] ?? [], 'name');
  // Those of the roster are before those who raced under the same name.
  const given = [...known].reverse();
  const names = new Map(given.map((driver) => [normalizeName(driver.name), driver]));
  const folded = new Map(given.map((driver) => [foldText(driver.name), driver]));
  const isKnown = (name: string) => names.has(normalizeName(name)) || folded.has(foldText(name));
  const teams = new Set(known.flatMap(({ team }) => (team === null ? [] : [foldText(team)])));
  const isTeam = (text: string) => teams.has(foldText(text));
  const errors: string[] = [];
  const typed: TypedLine[] = [];
  const absent: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (index === 0 && columns !== null) continue;
    const own = cells[index] ?? [];
    const position = { number: index + 1, before: typed, isKnown, isTeam };
    const found = columns === null ? readLine(own, position) : readRow(own, columns);
    if (typeof found !== 'string' && found.team !== null) teams.add(foldText(found.team));
    if (typeof found === 'string') errors.push(`“${readableLine(line)}”: ${found}`);
    else if (found.hasStarted) typed.push(found);
    else absent.push(found.name);
  }
  const [first] = typed;
  const places: TypedPlace[] = [];
  const news: string[] = [];
  for (const each of typed) {
    const driver = names.get(normalizeName(each.name)) ?? folded.get(foldText(each.name));
    if (driver === undefined) news.push(meantName(each.name, [...folded.keys()], folded));
    const name = driver?.name ?? each.name;
    if (places.some((place) => foldText(place.name) === foldText(name))) errors.push(`${name} is there twice.`);
    else if (each.grid !== null && places.some(({ grid }) => grid === each.grid))
      errors.push(`Grid ${each.grid} is there twice.`);
    else places.push(placeOf({ ...each, name, team: each.team ?? driver?.team ?? null }, first));
  }
  const disorder = disorderOf(typed);
  if (disorder !== null) errors.push(disorder);
  if (places.length > maxTypedPlaces) errors.push(`At most ${maxTypedPlaces} drivers can be in a result.`);
  const left = (columns ?? [])
    .flatMap((column, index) => (column === null ? [cells[0]?.[index] ?? ''] : []))
    .filter(Boolean);
  const bare = typed.flatMap((each) => each.bare);
  const notes = [
    absent.length === 0 ? '' : `Left out, as they did not start: ${absent.join(', ')}.`,
    left.length === 0 ? '' : `Columns that are left out: ${left.join(', ')}.`,
    bare.length === 0
      ? ''
      : `Numbers without a heading are left out, such as ${bare[0]}: write “Grid 3” for a place on the grid, or paste the line of the headings too.`,
    first?.time === null && typed.some(({ gap, time }) => (gap ?? 0) > 0 || (time !== null && time < shortestLap))
      ? 'The gaps are left out: the first driver has no time.'
      : '',
    first?.laps === null && typed.some(({ lapsDown }) => lapsDown !== null)
      ? 'Laps behind are left out: write those of the first driver too, such as “52 laps”.'
      : '',
    known.length === 0 || news.length === 0 ? '' : `New in this season, look at the spelling: ${news.join(', ')}.`,
  ];
  return { places, errors, notes: notes.filter((note) => note !== '') };
}

/** Whether a typed result can be stored. */
export function isStorable(text: string, { places, errors }: TypedResult): boolean {
  return places.length > 0 && errors.length === 0 && contentLength(text) <= resultLimit;
}

function placeOf(line: TypedLine, first: TypedLine | undefined): TypedPlace {
  const { name, team, status, bestLap, grid, lapsDown, laps } = line;
  const start = first?.time ?? null;
  // A time far below that of the first, or that of a lap, is a gap without its sign.
  const isGap = line.time !== null && line.time < Math.max(shortestLap, (start ?? 0) / 2);
  const gap = line.gap ?? (isGap ? line.time : null);
  const time = gap === null ? line.time : start === null ? null : start + gap;
  const isFinished = status === ResultStatus.Finished;
  const all = first?.laps ?? null;
  return {
    ...{ name, team, status, bestLap, grid },
    time,
    laps: laps ?? (isFinished && all !== null && all > (lapsDown ?? 0) ? all - (lapsDown ?? 0) : null),
  };
}

/** Why the places of the lines are not in their order; null when they are, or are race numbers. */
function disorderOf(lines: readonly TypedLine[]): string | null {
  const placed = lines.filter(({ place }) => place !== null);
  const isOrder =
    placed.some(({ isPlaced }) => isPlaced) ||
    placed.every((_, index) => placed.some(({ place }) => place === index + 1));
  const index = placed.findIndex(({ place }, at) => (place ?? 0) < (placed[at - 1]?.place ?? 0));
  return isOrder && index > 0
    ? `Place ${placed[index]?.place} comes after place ${placed[index - 1]?.place}: put the lines in the order of the result.`
    : null;
}

/** A name, with the one of a known driver that it nearly is. */
function meantName(name: string, known: readonly string[], drivers: ReadonlyMap<string, KnownDriver>): string {
  if (name.length < 4) return name;
  const nearest = closestMatch(foldText(name), [...known], { maxDistance: name.length < 7 ? 1 : 2 });
  return nearest === undefined ? name : `${name} (${drivers.get(nearest)?.name}?)`;
}
