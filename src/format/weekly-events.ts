import { trackName } from '#contract/entities/track-name';
import { nameOf, Track, type Track as TrackId } from '#contract/enumerations';
import { foldText } from '#contract/fold-text';
import { trackCode } from './track-code.ts';

/** A typed list of tracks: null is an empty line, a week without a race. */
interface TrackList {
  readonly tracks: readonly (TrackId | null)[];
  /** Lines that name no track, or more than one. */
  readonly unknown: readonly string[];
}

const known = Object.values(Track)
  .filter((track) => track !== Track.Unknown)
  .map((track) => ({
    track,
    names: [trackName(track), nameOf(Track, track) ?? '', trackCode(track)].map(fold),
  }));

/** Letters and digits alone, so that `sao paulo` is São Paulo. */
function fold(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\d]/gu, '');
}

/** The tracks of a text with one in each line, by their names, codes or beginnings. */
export function parseTrackList(text: string): TrackList {
  const lines = text.trim() === '' ? [] : text.trim().split('\n');
  const found = lines.map((line) => ({ line: line.trim(), track: line.trim() === '' ? null : findTrack(fold(line)) }));
  return {
    tracks: found.flatMap(({ track }) => (track === undefined ? [] : [track])),
    unknown: found.filter(({ track }) => track === undefined).map(({ line }) => line),
  };
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

/** An event of a series. */
interface WeeklyEvent {
  readonly track: TrackId;
  readonly startsAt: string;
}

/** Events at the same time of day, some weeks apart, from a first start on; the clock of the viewer changes with the summer. */
export function weeklyEvents(tracks: TrackList['tracks'], first: string, weeks: number): WeeklyEvent[] {
  return tracks.flatMap((track, index) => {
    if (track === null) return [];
    const start = new Date(first);
    start.setDate(start.getDate() + index * weeks * 7);
    return [{ track, startsAt: start.toISOString() }];
  });
}
