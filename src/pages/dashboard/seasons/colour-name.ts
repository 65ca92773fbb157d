import type { TeamColourName } from '#contract/entities/team-colour';

/** The name of a colour of the palette, as a label. */
export function colourName(colour: TeamColourName): string {
  return `${colour.charAt(0).toUpperCase()}${colour.slice(1)}`;
}
