import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrackOutline } from '#contract/entities/track';
import { Track } from '#contract/enumerations';
import { projectRoot } from '../project-root.ts';

/** A track as its file has it: the length of a lap in m, and the points of `TrackOutline`. */
export type ShippedTrack = Pick<TrackOutline, 'points'> & { readonly length: number };

/** Layouts that are driven the other way round. */
const reverseOf: ReadonlyMap<Track, Track> = new Map([
  [Track.SilverstoneReverse, Track.Silverstone],
  [Track.AustriaReverse, Track.Austria],
  [Track.ZandvoortReverse, Track.Zandvoort],
]);

/** The files are in the sources, and with the app in a release. */
const folders = ['public', 'dist'].map((name) => join(projectRoot, name, 'tracks'));

const loaded = new Map<Track, ShippedTrack | null>();

/** A track that the product brings with it; null for any other. `public/tracks/NOTICE.txt` has the source. */
export function findShippedTrack(track: Track): ShippedTrack | null {
  const known = loaded.get(track);
  if (known !== undefined) return known;
  const found = load(track);
  loaded.set(track, found);
  return found;
}

function load(track: Track): ShippedTrack | null {
  const forward = reverseOf.get(track);
  if (forward === undefined) {
    const file = folders.map((folder) => join(folder, `${track}.json`)).find(existsSync);
    return file === undefined ? null : JSON.parse(readFileSync(file, 'utf8'));
  }
  const found = findShippedTrack(forward);
  if (found === null) return null;
  const [start, ...others] = found.points;
  return start === undefined ? null : { ...found, points: [start, ...others.reverse()] };
}

/** The outline of a track; without points for one that is not shipped. */
export function outlineOf(trackId: Track): TrackOutline {
  const { length, points } = findShippedTrack(trackId) ?? { length: null, points: [] };
  return { trackId, length, points, source: null };
}
