import {
  nameOf,
  PenaltyType,
  ResultStatus,
  SessionType,
  Track,
  type Track as TrackId,
  TyreCompound,
  Weather,
} from '#contract/enumerations';

/** Names that differ from those of the contract. */
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
};

/** The name of a track. */
export function trackName(track: TrackId): string {
  return trackNames[track] ?? nameOf(Track, track) ?? 'Unknown track';
}

/** Codes of tracks whose names begin alike. */
const trackCodes: Partial<Record<TrackId, string>> = {
  [Track.Monaco]: 'MCO',
  [Track.Montreal]: 'MTL',
  [Track.Monza]: 'MNZ',
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

const typeNames: Record<SessionType, string> = {
  [SessionType.Unknown]: 'Session',
  [SessionType.P1]: 'Practice 1',
  [SessionType.P2]: 'Practice 2',
  [SessionType.P3]: 'Practice 3',
  [SessionType.ShortPractice]: 'Short practice',
  [SessionType.Q1]: 'Qualifying 1',
  [SessionType.Q2]: 'Qualifying 2',
  [SessionType.Q3]: 'Qualifying 3',
  [SessionType.ShortQualifying]: 'Short qualifying',
  [SessionType.OneShotQualifying]: 'One-shot qualifying',
  [SessionType.Race]: 'Race',
  [SessionType.Race2]: 'Race 2',
  [SessionType.Race3]: 'Race 3',
  [SessionType.TimeTrial]: 'Time trial',
  [SessionType.SprintShootout1]: 'Sprint shootout 1',
  [SessionType.SprintShootout2]: 'Sprint shootout 2',
  [SessionType.SprintShootout3]: 'Sprint shootout 3',
  [SessionType.ShortSprintShootout]: 'Short sprint shootout',
  [SessionType.OneShotSprintShootout]: 'One-shot sprint shootout',
};

/** The name of a session type. */
export function typeName(type: SessionType): string {
  return typeNames[type];
}

const statusLabels: Record<ResultStatus, string | null> = {
  [ResultStatus.Invalid]: null,
  [ResultStatus.Inactive]: null,
  [ResultStatus.Active]: null,
  [ResultStatus.Finished]: null,
  [ResultStatus.DidNotFinish]: 'DNF',
  [ResultStatus.Disqualified]: 'DSQ',
  [ResultStatus.NotClassified]: 'NC',
  [ResultStatus.Retired]: 'RET',
};

/** DNF, DSQ, NC or RET in place of a time; null for drivers who finished or are still driving. */
export function statusLabel(status: ResultStatus): string | null {
  return statusLabels[status];
}

/** Letter, name and colour of a tyre compound. */
export function tyreOf(compound: TyreCompound): { letter: string; name: string; colour: string } {
  switch (compound) {
    case TyreCompound.Soft:
      return { letter: 'S', name: 'Soft', colour: 'var(--color-soft)' };
    case TyreCompound.Medium:
      return { letter: 'M', name: 'Medium', colour: 'var(--color-medium)' };
    case TyreCompound.Hard:
      return { letter: 'H', name: 'Hard', colour: 'var(--color-hard)' };
    case TyreCompound.Intermediate:
      return { letter: 'I', name: 'Intermediate', colour: 'var(--color-inter)' };
    case TyreCompound.Wet:
      return { letter: 'W', name: 'Wet', colour: 'var(--color-wet)' };
    case TyreCompound.Unknown:
      return { letter: '?', name: 'Unknown', colour: 'var(--color-mute)' };
  }
}

const weatherNames: Record<Weather, string> = {
  [Weather.Clear]: 'Clear',
  [Weather.LightCloud]: 'Light cloud',
  [Weather.Overcast]: 'Overcast',
  [Weather.LightRain]: 'Light rain',
  [Weather.HeavyRain]: 'Heavy rain',
  [Weather.Storm]: 'Storm',
};

/** The name of a weather condition. */
export function weatherName(weather: Weather): string {
  return weatherNames[weather];
}

const penaltyNames: Record<PenaltyType, string> = {
  [PenaltyType.DriveThrough]: 'Drive-through',
  [PenaltyType.StopGo]: 'Stop-go',
  [PenaltyType.GridPenalty]: 'Grid penalty',
  [PenaltyType.PenaltyReminder]: 'Penalty reminder',
  [PenaltyType.TimePenalty]: 'Time penalty',
  [PenaltyType.Warning]: 'Warning',
  [PenaltyType.Disqualified]: 'Disqualified',
  [PenaltyType.RemovedFromFormationLap]: 'Removed from formation lap',
  [PenaltyType.ParkedTooLongTimer]: 'Parked too long',
  [PenaltyType.TyreRegulations]: 'Tyre regulations',
  [PenaltyType.ThisLapInvalidated]: 'Lap deleted',
  [PenaltyType.ThisAndNextLapInvalidated]: 'This lap and the next deleted',
  [PenaltyType.ThisLapInvalidatedWithoutReason]: 'Lap deleted',
  [PenaltyType.ThisAndNextLapInvalidatedWithoutReason]: 'This lap and the next deleted',
  [PenaltyType.ThisAndPreviousLapInvalidated]: 'This lap and the previous deleted',
  [PenaltyType.ThisAndPreviousLapInvalidatedWithoutReason]: 'This lap and the previous deleted',
  [PenaltyType.Retired]: 'Retired',
  [PenaltyType.BlackFlagTimer]: 'Black flag',
};

/** The name of a penalty. */
export function penaltyName(type: PenaltyType): string {
  return penaltyNames[type];
}

/** The game's infringements by number. */
const infringements: readonly string[] = [
  'blocking by driving slowly',
  'blocking by driving the wrong way',
  'reversing off the start line',
  'big collision',
  'small collision',
  'place not given back after a collision',
  'places not given back after a collision',
  'time gained by cutting a corner',
  'overtake by cutting a corner',
  'overtakes by cutting a corner',
  'crossing the pit exit line',
  'ignoring blue flags',
  'ignoring yellow flags',
  'ignoring a drive-through',
  'too many drive-throughs',
  'drive-through still to be served',
  'drive-through to be served this lap',
  'speeding in the pit lane',
  'parked for too long',
  'ignoring tyre regulations',
  'too many penalties',
  'repeated warnings',
  'close to disqualification',
  'one tyre compound only',
  'one tyre compound only',
  'corner cut',
  'ran wide',
  'ran wide, small gain',
  'ran wide, clear gain',
  'ran wide, extreme gain',
  'wall riding',
  'flashback used',
  'reset to track',
  'blocking the pit lane',
  'jump start',
  'collision behind the safety car',
  'overtake behind the safety car',
  'too fast behind the safety car',
  'too fast under the virtual safety car',
  'too slow on the formation lap',
  'parked on the formation lap',
  'mechanical failure',
  'terminal damage',
  'too far behind the safety car',
  'black flag timer',
  'stop-go not served',
  'drive-through not served',
  'engine component change',
  'gearbox change',
  'parc fermé change',
  'league grid penalty',
  'retry penalty',
  'time gained illegally',
  'mandatory stop not made',
  'attribute assigned',
];

/** The name of an infringement; null when it is unknown. */
export function infringementName(number: number | null): string | null {
  return number === null ? null : (infringements[number] ?? null);
}
