import type { Random } from './random.ts';

/** A driver as the simulator knows them: `pace` in ms a lap behind the best there could be. */
export interface Entrant {
  readonly carIndex: number;
  readonly name: string;
  readonly team: string;
  readonly carNumber: number;
  readonly pace: number;
  /** Deviation of lap times in ms. */
  readonly steadiness: number;
  /** 0 careful to 1 bold: who passes, who is penalised. */
  readonly boldness: number;
}

/** Invented teams, quickest first, with their invented drivers. */
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

/** The field of a season: up to 22 drivers, two a team, whose pace the chance of the season decides. */
export function fieldOf(random: Random, count: number): Entrant[] {
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
      steadiness: 110 + random.next() * 120,
      boldness: random.next(),
    }));
}
