import { Track, type Track as TrackId } from '#contract/enumerations';

/**
 * Other names of tracks: countries, Grands Prix, cities and circuits. A name that several tracks could have belongs to the one of
 * the country's Grand Prix.
 */
export const trackAliases: Partial<Record<TrackId, readonly string[]>> = {
  [Track.Melbourne]: ['Australia', 'Australian', 'Albert Park'],
  [Track.PaulRicard]: ['France', 'French', 'Le Castellet'],
  [Track.Shanghai]: ['China', 'Chinese'],
  [Track.Sakhir]: ['Bahrain', 'Bahraini'],
  [Track.Catalunya]: ['Spain', 'Spanish', 'Catalonia', 'Barcelona-Catalunya', 'Montmeló'],
  [Track.Monaco]: ['Monte Carlo', 'Monte-Carlo', 'Monegasque'],
  [Track.Montreal]: ['Canada', 'Canadian', 'Gilles Villeneuve'],
  [Track.Silverstone]: ['Britain', 'British', 'Great Britain', 'England', 'United Kingdom', 'UK', 'GB'],
  [Track.Hockenheim]: ['Germany', 'German', 'Hockenheimring'],
  [Track.Hungaroring]: ['Hungary', 'Hungarian', 'Budapest'],
  [Track.Spa]: ['Belgium', 'Belgian', 'Spa-Francorchamps', 'Francorchamps'],
  [Track.Monza]: ['Italy', 'Italian', 'Italia'],
  [Track.Singapore]: ['Marina Bay', 'Singapore Marina Bay'],
  [Track.Suzuka]: ['Japan', 'Japanese'],
  [Track.AbuDhabi]: ['Yas Marina', 'Yas Island', 'UAE', 'United Arab Emirates'],
  [Track.Texas]: ['USA', 'US', 'United States', 'America', 'American', 'Americas', 'COTA'],
  [Track.Brazil]: ['Brasil', 'Brazilian', 'Interlagos', 'José Carlos Pace'],
  [Track.Austria]: ['Austrian', 'Spielberg', 'Styria', 'Styrian'],
  [Track.Sochi]: ['Russia', 'Russian'],
  [Track.Mexico]: ['Mexican', 'Ciudad de México', 'Hermanos Rodríguez'],
  [Track.Baku]: ['Azerbaijan', 'Azerbaijani', 'Baku City'],
  [Track.Hanoi]: ['Vietnam', 'Vietnamese'],
  [Track.Zandvoort]: ['Netherlands', 'Dutch', 'Holland'],
  [Track.Imola]: ['San Marino', 'Emilia-Romagna', 'Enzo e Dino Ferrari'],
  [Track.Portimao]: ['Portugal', 'Portuguese', 'Algarve'],
  [Track.Jeddah]: ['Saudi Arabia', 'Saudi Arabian', 'Jeddah Corniche'],
  [Track.Miami]: ['Miami Gardens', 'Florida'],
  [Track.LasVegas]: ['Vegas', 'Las Vegas Strip', 'Nevada'],
  [Track.Losail]: ['Qatar', 'Qatari', 'Lusail', 'Doha'],
  [Track.Madrid]: ['Madring'],
};

/** Other layouts of a track, which have its names and a word. */
export const trackLayouts: Partial<Record<TrackId, { readonly of: TrackId; readonly word: string }>> = {
  [Track.SakhirShort]: { of: Track.Sakhir, word: 'short' },
  [Track.SilverstoneShort]: { of: Track.Silverstone, word: 'short' },
  [Track.TexasShort]: { of: Track.Texas, word: 'short' },
  [Track.SuzukaShort]: { of: Track.Suzuka, word: 'short' },
  [Track.SilverstoneReverse]: { of: Track.Silverstone, word: 'reverse' },
  [Track.AustriaReverse]: { of: Track.Austria, word: 'reverse' },
  [Track.ZandvoortReverse]: { of: Track.Zandvoort, word: 'reverse' },
};
