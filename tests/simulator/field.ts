import type { Random } from './random.ts';

/** A simulated driver. `pace` is the time lost per lap to an ideal driver, in ms. */
export interface Entrant {
  readonly carIndex: number;
  readonly name: string;
  readonly team: string;
  readonly carNumber: number;
  readonly pace: number;
  /** Standard deviation of lap times in ms. */
  readonly lapTimeDeviation: number;
  /** From 0 (careful) to 1 (bold). Bold drivers overtake more and get more penalties. */
  readonly boldness: number;
}

/** Fictional teams, fastest first, with two fictional drivers each. */
const teams: readonly (readonly [team: string, first: string, second: string])[] = [
  ['Aurora Grand Prix', 'Mika Varga', 'Elin Lindqvist'],
  ['Scuderia Lanza', 'Ada Okoro', 'Diego Gil'],
  ['Meridian Racing', 'Marc Dubois', 'Petra Novák'],
  ['Kestrel Motorsport', 'Luís Araújo', 'Jack Whitlam'],
  ['Northline', 'Jonas Meyer', 'Matteo Teodori'],
  ['Ember Racing', 'Kenji Sato', 'Timo Kaukonen'],
  ['Halcyon', 'Seán Fitzgerald', 'Priya Raman'],
  ['Cobalt Works', 'Anna Brink', 'Omar Haddad'],
  ['Tramontana', 'Sofía Castellanos', 'Hugo Marchetti'],
  ['Onyx Apex', 'Tomasz Zieliński', 'Lena Hofer'],
  ['Vantage Point', 'Ravi Menon', 'Bram de Wit'],
];

const numbers = [7, 23, 4, 31, 12, 88, 19, 64, 3, 27, 45, 9, 71, 16, 58, 22, 36, 91, 52, 66, 5, 77];

/** Creates the drivers of a season: up to 22, two per team, with a random pace. */
export function createField(random: Random, count: number): Entrant[] {
  return teams
    .flatMap(([team, ...names], rank) => {
      const car = rank * 85 + random.normal(45);
      return names.map((name) => ({ team, name, car }));
    })
    .slice(0, count)
    .map(({ team, name, car }, index) => ({
      carIndex: index,
      name,
      team,
      carNumber: numbers[index] ?? index + 1,
      pace: Math.max(0, car + random.next() * 260),
      lapTimeDeviation: 110 + random.next() * 120,
      boldness: random.next(),
    }));
}
