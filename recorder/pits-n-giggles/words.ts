import { ResultStatus, SafetyCarStatus, SessionType, Track, TyreCompound, Weather } from '#contract/enumerations';

/** Words without case, accents, blanks, signs and what stands in brackets. */
function plain(word: string): string {
  return word
    .replaceAll(/\(.*?\)/g, '')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z\d]/g, '')
    .toLowerCase();
}

/** Looks words up in an enumeration by its own names and by the game's. */
function reader<Value extends number>(
  enumeration: Readonly<Record<string, Value>>,
  others: Readonly<Record<string, Value>>,
): (word: string | null) => Value | null {
  const table = new Map(
    [...Object.entries(enumeration), ...Object.entries(others)].map(([name, value]) => [plain(name), value]),
  );
  return (word) => (word === null ? null : (table.get(plain(word)) ?? null));
}

const tracks = reader<Track>(Track, {
  Bahrain: Track.Sakhir,
  Barcelona: Track.Catalunya,
  Austin: Track.Texas,
  Spielberg: Track.Austria,
  'Mexico City': Track.Mexico,
  Azerbaijan: Track.Baku,
  Qatar: Track.Losail,
  'Bahrain Short': Track.SakhirShort,
});

/** A track by its name; one that is not known is -1 (design §4). */
export function trackOf(word: string | null): Track {
  return tracks(word) ?? Track.Unknown;
}

const practices = { 'Practice 1': SessionType.P1, 'Practice 2': SessionType.P2, 'Practice 3': SessionType.P3 };
const qualifyings = { 'Qualifying 1': SessionType.Q1, 'Qualifying 2': SessionType.Q2, 'Qualifying 3': SessionType.Q3 };

/** A session type by its name; null for one that is not known. */
export const typeOf = reader<SessionType>(SessionType, { ...practices, ...qualifyings, 'Race 1': SessionType.Race });

/** A result status by its name. */
export const statusOf = reader<ResultStatus>(ResultStatus, { DNF: ResultStatus.DidNotFinish });

/** A weather by its name. */
export const weatherOf = reader<Weather>(Weather, { Thunderstorm: Weather.Storm });

/** A visual compound by its name. */
export const compoundOf = reader<TyreCompound>(TyreCompound, {
  Inters: TyreCompound.Intermediate,
  Inter: TyreCompound.Intermediate,
});

/** A safety car status by its name. */
export const safetyCarOf = reader<SafetyCarStatus>(SafetyCarStatus, {
  'No safety car': SafetyCarStatus.None,
  'Full safety car': SafetyCarStatus.Full,
  'Virtual safety car': SafetyCarStatus.Virtual,
});

/** Which way a temperature goes: 0 up, 1 down, 2 neither. */
export const changeOf = reader<0 | 1 | 2>(
  {},
  { 'Temperature up': 0, 'Temperature down': 1, 'No temperature change': 2 },
);
