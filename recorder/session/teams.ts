/**
 * The teams of the game by their number, as its documents name them. Numbers of former seasons differ between the years of
 * the game; a number that is not in the list has no name.
 */
const shared: Readonly<Record<number, string>> = {
  0: 'Mercedes',
  1: 'Ferrari',
  2: 'Red Bull Racing',
  3: 'Williams',
  4: 'Aston Martin',
  5: 'Alpine',
  7: 'Haas',
  8: 'McLaren',
};

const formats: Readonly<Record<2023 | 2024, Readonly<Record<number, string>>>> = {
  2023: { 6: 'AlphaTauri', 9: 'Alfa Romeo', 104: 'Custom team' },
  2024: { 6: 'RB', 9: 'Sauber', 41: 'F1 Generic', 104: 'Custom team' },
};

const namesOf2026 = [
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

/** The season pack of 2026: two bytes in its own format, the lower one of them in older formats. */
const of2026 = [476, 220] as const;

/** Former cars that leagues drive: each list starts at a number. */
const formerSeasons: readonly {
  readonly first: number;
  readonly format: 2023 | 2025;
  readonly names: readonly string[];
}[] = [
  {
    format: 2023,
    first: 118,
    names: [
      'Mercedes 2022',
      'Ferrari 2022',
      'Red Bull Racing 2022',
      'Williams 2022',
      'Aston Martin 2022',
      'Alpine 2022',
      'AlphaTauri 2022',
      'Haas 2022',
      'McLaren 2022',
      'Alfa Romeo 2022',
      'Konnersport 2022',
      'Konnersport',
      'Prema 2022',
      'Virtuosi 2022',
      'Carlin 2022',
      'MP Motorsport 2022',
      'Charouz 2022',
      'DAMS 2022',
      'Campos 2022',
      'Van Amersfoort Racing 2022',
      'Trident 2022',
      'Hitech 2022',
      'ART GP 2022',
    ],
  },
  {
    format: 2025,
    first: 158,
    names: [
      'ART GP 2024',
      'Campos 2024',
      'Rodin Motorsport 2024',
      'AIX Racing 2024',
      'DAMS 2024',
      'Hitech 2024',
      'MP Motorsport 2024',
      'Prema 2024',
      'Trident 2024',
      'Van Amersfoort Racing 2024',
      'Invicta 2024',
    ],
  },
  {
    format: 2025,
    first: 185,
    names: [
      'Mercedes 2024',
      'Ferrari 2024',
      'Red Bull Racing 2024',
      'Williams 2024',
      'Aston Martin 2024',
      'Alpine 2024',
      'RB 2024',
      'Haas 2024',
      'McLaren 2024',
      'Sauber 2024',
    ],
  },
];

/** The name of a team in a packet format; null for a number without one. */
export function teamOf(number: number, format: number): string | null {
  const year = format >= 2024 ? formats[2024] : formats[2023];
  const pack = of2026.map((first) => namesOf2026[number - first]).find((name) => name !== undefined);
  const former = formerSeasons
    .filter((season) => (season.format === 2023 ? format === 2023 : format >= season.format))
    .map(({ first, names }) => names[number - first])
    .find((name) => name !== undefined);
  return shared[number] ?? year[number] ?? pack ?? former ?? null;
}
