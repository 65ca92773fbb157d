import type { Driver } from '../entities/session.ts';
import type { TyreCompound } from '../enumerations.ts';

/** A set of tyres with the laps it was driven on. */
export interface Stint {
  readonly compound: TyreCompound;
  readonly fromLap: number;
  readonly toLap: number;
}

/** The stints of a driver with their first and last laps. */
export function stintsOf({ tyres }: Pick<Driver, 'tyres'>): Stint[] {
  return tyres.map(({ tyreCompound, endLap }, index) => ({
    compound: tyreCompound,
    fromLap: (tyres[index - 1]?.endLap ?? 0) + 1,
    toLap: endLap,
  }));
}

/** The compound that a lap was driven on; null where no stint covers the lap. */
export function compoundAt(driver: Pick<Driver, 'tyres'>, lap: number): TyreCompound | null {
  return stintsOf(driver).find((stint) => lap >= stint.fromLap && lap <= stint.toLap)?.compound ?? null;
}
