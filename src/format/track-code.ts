import { trackName } from '#contract/entities/track-name';
import { Track, type Track as TrackId } from '#contract/enumerations';

/** Codes of tracks whose names begin alike. */
const trackCodes: Partial<Record<TrackId, string>> = {
  [Track.Monaco]: 'MCO',
  [Track.Montreal]: 'MTL',
  [Track.Monza]: 'MNZ',
  [Track.SilverstoneReverse]: 'SIR',
  [Track.AustriaReverse]: 'RER',
  [Track.ZandvoortReverse]: 'ZAR',
};

/** The three-letter code of a track. */
export function trackCode(track: TrackId): string {
  const code = trackCodes[track];
  if (code !== undefined) return code;
  return trackName(track)
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase();
}
