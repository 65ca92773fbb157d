import { closestMatch } from 'leven';
import { trackName } from '#contract/entities/track-name';
import { nameOf, Track, type Track as TrackId } from '#contract/enumerations';
import { foldText } from '#contract/text/fold-text';
import { formatCount } from '../../../format/count.ts';
import { type Column, cellsOf, columnsOf } from '../../../format/pasted-cells.ts';
import { trackCode } from '../../../format/track-code.ts';
import { trackAliases, trackLayouts } from './track-aliases.ts';
import { instantOf, parseDates, type TypedDate } from './typed-dates.ts';
import { zoneIn } from './typed-zone.ts';

/** A typed list of tracks: null is an empty line, a week without a race, and undefined a line that has to be corrected. */
interface TrackList {
  readonly tracks: readonly (TrackId | null | undefined)[];
  /** The typed date of each line. */
  readonly dates: readonly TypedDate[];
  /** The numbers of the lines, from 0, whose weekend has a sprint. */
  readonly sprints: ReadonlySet<number>;
  /** Lines that name no track, or more than one. */
  readonly unknown: readonly UnknownTrack[];
}

interface UnknownTrack {
  readonly line: string;
  /** A name that the line nearly is. */
  readonly meant: string | null;
}

const known = Object.values(Track)
  .filter((track) => track !== Track.Unknown)
  .map((track) => {
    const texts = [trackName(track), nameOf(Track, track) ?? '', ...aliasesOf(track)];
    return { track, texts, names: [...texts, trackCode(track)].map(fold) };
  });

/** Also with the flag of a country before it. */
const roundNumber = /^[^\p{L}\d]*(?:(?:round|rd|r)\W*)?\d{1,2}(?![\p{L}\d])/iu;
const sprintMark = /[^\p{L}\d](?:sprint(?:\s+weekend)?|\(s\))[^\p{L}\d]*$/iu;
/** In the column of sprints. */
const marked = /^(?:yes|y|x|ja|true|sprint.*|✓|✔|✅|1)$/iu;

const spellings = new Map(known.flatMap(({ texts }) => texts.map((text) => [fold(text), text])));

function aliasesOf(track: TrackId): readonly string[] {
  const layout = trackLayouts[track];
  if (layout === undefined) return trackAliases[track] ?? [];
  return (trackAliases[layout.of] ?? []).map((alias) => `${alias} ${layout.word}`);
}

/** Letters and digits alone, so that `sao paulo` is São Paulo, without the words that many names of circuits have. */
function fold(text: string): string {
  return foldText(text)
    .replaceAll(
      /(?<![\p{L}\d])(gp|f1|gran[ds]?|grande|prix|pre?mios?|circuito?|autodrom[eo]?|racing|course|track|street|interna[zt]ionale?|internacional|nazionale|the|of|de|di|do)(?![\p{L}\d])/gu,
      '',
    )
    .replaceAll(/[^\p{L}\d]/gu, '');
}

/**
 * The tracks of a text with one in each line, by their names, countries, Grands Prix, codes or beginnings. “R3” or “3.”
 * may precede a track, and “Sprint” follow it, as in calendars.
 */
export function parseTrackList(text: string): TrackList {
  const lines = text.trim() === '' ? [] : text.trim().split('\n').map(readableCells);
  const columns = columnsOf(cellsOf(lines[0] ?? ''), 'track');
  const rows = columns === null ? lines : lines.slice(1);
  const dates = parseDates(rows);
  const headings = columns === null ? [] : cellsOf(lines[0] ?? '');
  const zone = headings.map(zoneIn).find((each) => each !== null) ?? null;
  const found = rows.map((line, index) => {
    const rest = dates[index]?.rest ?? line;
    const row = columns === null ? { track: rest.trim(), isSprint: false } : rowOf(cellsOf(line), columns);
    const name = fold(row.track.replace(roundNumber, '').replace(sprintMark, ''));
    const track = rest.trim() === '' && dates[index]?.day === null ? null : findTrack(name);
    return { line: line.trim(), name, track, isSprint: row.isSprint || sprintMark.test(row.track) };
  });
  return {
    tracks: found.map(({ track }) => track),
    dates: dates.map(({ day, time }) => ({ day, time: time === null ? null : { ...time, zone: time.zone ?? zone } })),
    sprints: new Set(found.flatMap(({ isSprint }, index) => (isSprint ? [index] : []))),
    unknown: found
      .filter(({ track }) => track === undefined)
      .map(({ line, name }) => ({ line, meant: findMeant(name) ?? null })),
  };
}

/** The track of a line under headings, and whether it has a sprint. */
function rowOf(cells: readonly string[], columns: readonly (Column | null)[]) {
  const track = parseDates([cells[columns.indexOf('track')] ?? ''])[0]?.rest ?? '';
  return { track, isSprint: marked.test(cells[columns.indexOf('sprint')] ?? '') };
}

/** A line without what spreadsheets add to it; empty when all its cells are. */
function readableCells(line: string): string {
  return /^[\s,;|"]*$/u.test(line) ? '' : line;
}

/** One sentence for each line that names no track; null when all do. */
export function unknownTracksText(unknown: TrackList['unknown']): string | null {
  if (unknown.length === 0) return null;
  return unknown
    .map(({ line, meant }) =>
      meant === null
        ? `“${line}” is not a track: write its name, country or Grand Prix.`
        : `“${line}” is not a track. Did you mean ${meant}?`,
    )
    .join(' ');
}

/** Why a list of events cannot be added yet; null when it can, or nothing was typed. */
export function weeklyObstacle(
  { tracks, dates, unknown }: TrackList,
  first: string | null,
  limit: number,
): string | null {
  const count = trackCount(tracks);
  if (unknown.length > 0) return `Correct ${formatCount(unknown.length, 'line')} of the tracks first.`;
  if (count > limit) return `At most ${formatCount(limit, 'event')} can be added at once.`;
  const undated = dates.filter(({ day, time }, index) => tracks[index] != null && (day === null || time === null));
  if (first !== null || undated.length === 0) return null;
  return undated.some(({ day }) => day === null)
    ? 'Choose the date of the first event.'
    : 'Choose the first event: the dates in the lines take its time of day.';
}

/** How many events a list makes. */
export function trackCount(tracks: TrackList['tracks']): number {
  return tracks.filter((track) => track !== null && track !== undefined).length;
}

function findTrack(text: string): TrackId | undefined {
  if (text === '') return undefined;
  const exact = known.find(({ names }) => names.includes(text));
  if (exact !== undefined) return exact.track;
  const found = known.filter(({ names }) => names.some((name) => name.startsWith(text)));
  const shortest = found.find(({ names: [name = ''] }) => found.every(({ names }) => names[0]?.startsWith(name)));
  // Other layouts of a track have its name and more.
  return shortest?.track;
}

/** The name that a text is nearly: one letter differs, or two of a long one. */
function findMeant(text: string): string | undefined {
  if (text.length < 4) return undefined;
  const nearest = closestMatch(text, [...spellings.keys()], { maxDistance: text.length < 7 ? 1 : 2 });
  return nearest === undefined ? undefined : spellings.get(nearest);
}

/**
 * Events at the same time of day, some weeks apart, from a first start on; the clock of the viewer changes with the summer.
 * A line with a date is on that date, and the lines below it follow from there.
 */
export function weeklyEvents(
  { tracks, dates, sprints }: Pick<TrackList, 'tracks' | 'dates' | 'sprints'>,
  first: string | null,
  weeks: number,
) {
  let last = { index: 0, start: new Date(first ?? Date.now()) };
  return tracks.flatMap((track, index) => {
    const typed = dates[index] ?? { day: null, time: null };
    const next = new Date(last.start);
    next.setDate(next.getDate() + (index - last.index) * weeks * 7);
    if (first === null && (typed.day === null || typed.time === null)) return [];
    const start = instantOf(typed, typed.day === null ? next : last.start);
    if (typed.day !== null) last = { index, start: atTimeOf(start, last.start) };
    if (track === null || track === undefined) return [];
    return [{ track, startsAt: start.toISOString(), hasSprint: sprints.has(index) ? true : null }];
  });
}

/** A day with the time of day of another one: one start at another time does not move those after it. */
function atTimeOf(day: Date, other: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), other.getHours(), other.getMinutes());
}
