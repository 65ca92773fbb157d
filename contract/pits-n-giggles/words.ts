import { ResultStatus, SafetyCarStatus, SessionType, Track, TyreCompound, Weather } from '../enumerations.ts';

/** A word in lower case, without accents, spaces and punctuation. */
function plain(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/[^A-Za-z\d]/g, '')
    .toLowerCase();
}

/** Creates a lookup by the names of the contract, other names, or the game's number as text. */
function createLookup<Value extends number>(
  enumeration: Readonly<Record<string, Value>>,
  others: Readonly<Record<string, Value>>,
  numbers: Readonly<Record<number, Value>> = numbersOf(enumeration),
): (word: string | null) => Value | null {
  const table = new Map(
    [...Object.entries(enumeration), ...Object.entries(others)].map(([name, value]) => [plain(name), value]),
  );
  return (word) => {
    if (word === null) return null;
    if (/^-?\d+$/.test(word)) return numbers[Number(word)] ?? null;
    return table.get(plain(word)) ?? null;
  };
}

function numbersOf<Value extends number>(enumeration: Readonly<Record<string, Value>>): Record<number, Value> {
  return Object.fromEntries(Object.values(enumeration).map((value) => [value, value]));
}

const tracks = createLookup<Track>(Track, {
  Bahrain: Track.Sakhir,
  'Sakhir (Bahrain)': Track.Sakhir,
  Barcelona: Track.Catalunya,
  Austin: Track.Texas,
  Spielberg: Track.Austria,
  'Mexico City': Track.Mexico,
  Azerbaijan: Track.Baku,
  'Baku (Azerbaijan)': Track.Baku,
  Qatar: Track.Losail,
  'Bahrain Short': Track.SakhirShort,
});

/** A track by its name; -1 for an unknown one. */
export function trackOf(word: string | null): Track {
  return tracks(word) ?? Track.Unknown;
}

const typeWords: Readonly<Record<string, SessionType>> = {
  'N/A': SessionType.Unknown,
  'Practice 1': SessionType.P1,
  'Practice 2': SessionType.P2,
  'Practice 3': SessionType.P3,
  'Qualifying 1': SessionType.Q1,
  'Qualifying 2': SessionType.Q2,
  'Qualifying 3': SessionType.Q3,
  'Race 1': SessionType.Race,
};

const formerTypes = createLookup<SessionType>(SessionType, typeWords);

/** Since packet format 2024 sprint shootouts are numbered before races. */
const laterTypes = createLookup<SessionType>(SessionType, typeWords, {
  ...Object.fromEntries(
    Object.values(SessionType)
      .filter((type) => type < 10)
      .map((type) => [type, type]),
  ),
  10: SessionType.SprintShootout1,
  11: SessionType.SprintShootout2,
  12: SessionType.SprintShootout3,
  13: SessionType.ShortSprintShootout,
  14: SessionType.OneShotSprintShootout,
  15: SessionType.Race,
  16: SessionType.Race2,
  17: SessionType.Race3,
  18: SessionType.TimeTrial,
});

/** A session type by its name, or by its number in a packet format; null for an unknown one. */
export function typeOf(word: string | null, packetFormat = 2023): SessionType | null {
  return (packetFormat >= 2024 ? laterTypes : formerTypes)(word);
}

/** A result status by its name. */
export const statusOf = createLookup<ResultStatus>(ResultStatus, {
  DNF: ResultStatus.DidNotFinish,
  DSQ: ResultStatus.Disqualified,
  DQ: ResultStatus.Disqualified,
  NC: ResultStatus.NotClassified,
  RET: ResultStatus.Retired,
});

/** A weather by its name; the game has an undocumented sixth one. */
export const weatherOf = createLookup<Weather>(
  Weather,
  { Thunderstorm: Weather.Storm },
  { ...numbersOf(Weather), 6: 5 },
);

const { Soft, Medium, Hard, Intermediate, Wet } = TyreCompound;

const compounds = createLookup<TyreCompound>(
  TyreCompound,
  {
    Inters: Intermediate,
    Inter: Intermediate,
    'Super Soft': Soft,
    'Ultra Soft': Soft,
    'Hyper Soft': Soft,
    'Super Hard': Hard,
    'Full Wet': Wet,
  },
  { ...numbersOf(TyreCompound), 15: Wet, 20: Soft, 21: Medium, 22: Hard },
);

/** A visual compound by its name in any formula, such as `Soft (F2 '19)`; 0 for an unknown one. */
export function compoundOf(word: string | null): TyreCompound {
  return compounds(word === null ? null : word.replace(/\(.*\)/, '').trim()) ?? TyreCompound.Unknown;
}

/** A safety car status by its name. */
export const safetyCarOf = createLookup<SafetyCarStatus>(SafetyCarStatus, {
  'No safety car': SafetyCarStatus.None,
  'Full safety car': SafetyCarStatus.Full,
  'Virtual safety car': SafetyCarStatus.Virtual,
});

/** A temperature change: 0 up, 1 down, 2 none. */
export const changeOf = createLookup<0 | 1 | 2>(
  {},
  { 'Temperature up': 0, 'Temperature down': 1, 'No temperature change': 2 },
  { 0: 0, 1: 1, 2: 2 },
);
