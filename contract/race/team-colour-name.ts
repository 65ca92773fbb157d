import { teamColourNames, teamPalette } from '../colours/car-colours.ts';
import type { TeamColourName } from '../entities/team-colour.ts';

/** The name of a colour of the palette; null for any other. */
export function teamColourName(colour: string | undefined): TeamColourName | null {
  return teamColourNames.find((name) => teamPalette[name] === colour) ?? null;
}
