import { colours, hueColour, teamColours } from '#contract/colours';

/** The colour of a team: that of the game, or one derived from its name. */
export function teamColour(team: string | null): string {
  if (team === null) return colours.noteam;
  const name = `${team.toLowerCase()} `;
  const match = teamColours.find(([part]) => name.includes(part));
  if (match !== undefined) return match[1];
  // FNV-1a spreads names over all hues.
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hueColour((hash >>> 7) % 360);
}
