import { closestMatch } from 'leven';
import { trackName } from '#contract/entities/track-name';
import { nameOf, Track, type Track as TrackId } from '#contract/enumerations';
import { foldText } from '#contract/fold-text';
import { formatCount } from './count.ts';
import { trackAliases, trackLayouts } from './track-aliases.ts';
import { trackCode } from './track-code.ts';

/** A typed list of tracks: null is an empty line, a week without a race, and undefined a line that has to be corrected. */
interface TrackList {
  readonly tracks: readonly (TrackId | null | undefined)[];
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
const sprintMark = /[^\p{L}\d]sprint(?:\s+weekend)?[^\p{L}\d]*$/iu;

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
 * The tracks of a text with one in each line, by their names, countries, Grands Prix, codes or beginnings. As calendars have
 * them, “R3” or “3.” may precede a track, and “Sprint” follow it.
 */
export function parseTrackList(text: string): TrackList {
  const lines = text.trim() === '' ? [] : text.trim().split('\n');
  const found = lines.map((line) => {
    const name = fold(line.replace(roundNumber, '').replace(sprintMark, ''));
    return { line: line.trim(), name, track: line.trim() === '' ? null : findTrack(name) };
  });
  return {
    tracks: found.map(({ track }) => track),
    sprints: new Set(found.flatMap(({ line }, index) => (sprintMark.test(line) ? [index] : []))),
    unknown: found
      .filter(({ track }) => track === undefined)
      .map(({ line, name }) => ({ line, meant: findMeant(name) ?? null })),
  };
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
export function weeklyObstacle({ tracks, unknown }: TrackList, first: string | null, limit: number): string | null {
  const count = trackCount(tracks);
  if (unknown.length > 0) return `Correct ${formatCount(unknown.length, 'line')} of the tracks first.`;
  if (count > limit) return `At most ${formatCount(limit, 'event')} can be added at once.`;
  return first === null && count > 0 ? 'Choose the date of the first event.' : null;
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

/** An event of a series. */
interface WeeklyEvent {
  readonly track: TrackId;
  readonly startsAt: string;
  /** Null while it is not decided. */
  readonly hasSprint: boolean | null;
}

/** Events at the same time of day, some weeks apart, from a first start on; the clock of the viewer changes with the summer. */
export function weeklyEvents(
  { tracks, sprints }: Pick<TrackList, 'tracks' | 'sprints'>,
  first: string,
  weeks: number,
): WeeklyEvent[] {
  return tracks.flatMap((track, index) => {
    if (track === null || track === undefined) return [];
    const start = new Date(first);
    start.setDate(start.getDate() + index * weeks * 7);
    return [{ track, startsAt: start.toISOString(), hasSprint: sprints.has(index) ? true : null }];
  });
}
