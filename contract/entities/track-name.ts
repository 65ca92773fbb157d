import { nameOf, Track, type Track as TrackId } from '../enumerations.ts';

/** Names that differ from those of the enumeration. */
const trackNames: Partial<Record<TrackId, string>> = {
  [Track.Unknown]: 'Unknown track',
  [Track.PaulRicard]: 'Paul Ricard',
  [Track.Catalunya]: 'Barcelona',
  [Track.AbuDhabi]: 'Abu Dhabi',
  [Track.Texas]: 'Austin',
  [Track.Brazil]: 'São Paulo',
  [Track.Austria]: 'Red Bull Ring',
  [Track.Mexico]: 'Mexico City',
  [Track.SakhirShort]: 'Sakhir short',
  [Track.SilverstoneShort]: 'Silverstone short',
  [Track.TexasShort]: 'Austin short',
  [Track.SuzukaShort]: 'Suzuka short',
  [Track.Portimao]: 'Portimão',
  [Track.LasVegas]: 'Las Vegas',
  [Track.SilverstoneReverse]: 'Silverstone reverse',
  [Track.AustriaReverse]: 'Red Bull Ring reverse',
  [Track.ZandvoortReverse]: 'Zandvoort reverse',
};

/** The name of a track, on screens and in files. */
export function trackName(track: TrackId): string {
  return trackNames[track] ?? nameOf(Track, track) ?? 'Unknown track';
}
