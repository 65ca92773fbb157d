import type { Alias } from '../entities/scoring.ts';
import { foldName } from '../text/fold-text.ts';

const f2 = [
  'Prema',
  'Virtuosi',
  'Carlin',
  'Hitech',
  'ART GP',
  'MP Motorsport',
  'Charouz',
  'DAMS',
  'Campos',
  'BWT',
  'Trident',
];
const f2From2024 = [
  'ART GP',
  'Campos',
  'Rodin Motorsport',
  'AIX Racing',
  'DAMS',
  'Hitech',
  'MP Motorsport',
  'Prema',
  'Trident',
  'Van Amersfoort Racing',
  'Invicta',
];
const cars2026 = [
  'Mercedes',
  'Ferrari',
  'Red Bull Racing',
  'Williams',
  'Aston Martin',
  'Alpine',
  'RB',
  'Haas',
  'McLaren',
  'Audi',
  'Cadillac',
];

const ofYear = (year: number, names: readonly string[]) => names.map((name) => `${name} ${year}`);

/** The teams of the game: each list starts at a number. No number has had two meanings but those of `names2023`. */
const numbered: readonly (readonly [first: number, names: readonly string[]])[] = [
  [
    0,
    ['Mercedes', 'Ferrari', 'Red Bull Racing', 'Williams', 'Aston Martin', 'Alpine', 'RB', 'Haas', 'McLaren', 'Sauber'],
  ],
  [41, ['F1 Generic']],
  [
    85,
    ofYear(2020, [
      'Mercedes',
      'Ferrari',
      'Red Bull Racing',
      'Williams',
      'Racing Point',
      'Renault',
      'AlphaTauri',
      'Haas',
      'McLaren',
      'Alfa Romeo',
    ]),
  ],
  [
    95,
    [
      'Aston Martin DB11 V12',
      'Aston Martin Vantage F1 Edition',
      'Aston Martin Vantage Safety Car',
      'Ferrari F8 Tributo',
      'Ferrari Roma',
      'McLaren 720S',
      'McLaren Artura',
      'Mercedes AMG GT Black Series Safety Car',
      'Mercedes AMG GTR Pro',
      'Custom team',
    ],
  ],
  [106, ofYear(2021, f2)],
  [117, ['Mercedes AMG GT Black Series']],
  [
    118,
    ofYear(2022, [
      'Mercedes',
      'Ferrari',
      'Red Bull Racing',
      'Williams',
      'Aston Martin',
      'Alpine',
      'AlphaTauri',
      'Haas',
      'McLaren',
      'Alfa Romeo',
      'Konnersport',
    ]),
  ],
  [129, ['Konnersport']],
  [
    130,
    ofYear(2022, [
      'Prema',
      'Virtuosi',
      'Carlin',
      'MP Motorsport',
      'Charouz',
      'DAMS',
      'Campos',
      'Van Amersfoort Racing',
      'Trident',
      'Hitech',
      'ART GP',
    ]),
  ],
  [142, ['APXGP 2024']],
  [
    143,
    ofYear(2023, [
      'ART GP',
      'Campos',
      'Carlin',
      'PHM',
      'DAMS',
      'Hitech',
      'MP Motorsport',
      'Prema',
      'Trident',
      'Van Amersfoort Racing',
      'Virtuosi',
    ]),
  ],
  [154, ['APXGP 2025', 'Konnersport 2024']],
  [158, ofYear(2024, f2From2024)],
  [
    185,
    ofYear(2024, [
      'Mercedes',
      'Ferrari',
      'Red Bull Racing',
      'Williams',
      'Aston Martin',
      'Alpine',
      'RB',
      'Haas',
      'McLaren',
      'Sauber',
    ]),
  ],
  // A player of the season pack of 2026 may send an older format, whose numbers have one byte: the lower one.
  [220, cars2026],
  [255, ['My Team']],
  [465, ofYear(2025, f2From2024)],
  [476, cars2026],
];

const names = new Map(numbered.flatMap(([first, list]) => list.map((name, index) => [first + index, name] as const)));
const names2023: ReadonlyMap<number, string> = new Map([
  [6, 'AlphaTauri'],
  [9, 'Alfa Romeo'],
]);

/** The game's value for a car without a team, in two bytes. */
const noTeam = 65_535;

/** The name of a team by its number in a packet format. A number without a name is a team of its own; null for no team. */
export function teamOfNumber(number: number, format: number): string | null {
  if (number === noTeam) return null;
  return (format < 2024 ? names2023.get(number) : undefined) ?? names.get(number) ?? `Team ${number}`;
}

/** Other names of teams without blanks and punctuation, with the name that the table has. */
const otherNames: Readonly<Record<string, string>> = {
  mercedesamg: 'Mercedes',
  mercedesamgpetronas: 'Mercedes',
  scuderiaferrari: 'Ferrari',
  redbull: 'Red Bull Racing',
  oracleredbullracing: 'Red Bull Racing',
  williamsracing: 'Williams',
  astonmartinaramco: 'Aston Martin',
  alpinef1team: 'Alpine',
  scuderiaalphatauri: 'AlphaTauri',
  vcarb: 'RB',
  rbf1team: 'RB',
  racingbulls: 'RB',
  visacashapprb: 'RB',
  visacashappracingbulls: 'RB',
  haasf1team: 'Haas',
  moneygramhaasf1team: 'Haas',
  mclarenf1team: 'McLaren',
  kicksauber: 'Sauber',
  stakef1team: 'Sauber',
  stakef1teamkicksauber: 'Sauber',
  alfaromeoracing: 'Alfa Romeo',
  univirtuosi: 'Virtuosi',
  artgrandprix: 'ART GP',
  myteam: 'My Team',
  custom: 'Custom team',
  f1customteam: 'Custom team',
  generic: 'F1 Generic',
};

const joinedText = (text: string) => foldName(text).replaceAll(/[\s\p{P}]/gu, '');

const bases = new Map(Object.entries(otherNames).map(([other, name]) => [other, joinedText(name)]));
const bases2026: ReadonlySet<string> = new Set(cars2026.map(joinedText));

/** `Mercedes '22`, `Art Gp 23` and `Mercedes 2022` end with a year. */
const withYear = /^(.*\p{L}.*?)[\s\p{P}]+(?:20)?(2\d)$/u;

/**
 * The key that two names of one team share: without case, accents, blanks and punctuation, `VCARB` as `RB`, and
 * `Mercedes '22` as `Mercedes 2022`. Results of constructors and colours belong to this key.
 */
export function teamKey(name: string): string {
  const folded = foldName(name);
  const [, team = folded, year] = withYear.exec(folded) ?? [];
  const joined = joinedText(team) || team;
  const base = bases.get(joined) ?? joined;
  // The cars of 2026 have the names of teams without a year.
  return year === undefined || (year === '26' && bases2026.has(base)) ? base : `${base}20${year}`;
}

/** The keys of the teams of a season, in which the merged ones have one. */
export function teamKeysOf(merged: readonly Alias[]): (name: string) => string {
  const keys = new Map(
    merged.flatMap(({ name, recordedNames }) => recordedNames.map((recorded) => [teamKey(recorded), teamKey(name)])),
  );
  return (name) => {
    const key = teamKey(name);
    return keys.get(key) ?? key;
  };
}

const namesByKey = new Map([...names.values(), ...names2023.values()].map((name) => [teamKey(name), name]));

/** The name that the table has for a team of the game; any other name as it is. */
export function teamName(name: string): string {
  return namesByKey.get(teamKey(name)) ?? name;
}
