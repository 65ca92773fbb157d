/** Colours of the game's teams by a part of their name; all have a contrast of 3:1 or more on the background. */
const knownColours: readonly (readonly [part: string, colour: string])[] = [
  ['mercedes', '#27d3c2'],
  ['ferrari', '#ef4444'],
  ['red bull', '#4f7cf7'],
  ['williams', '#3aa0ff'],
  ['aston', '#22a06b'],
  ['alpine', '#f472b6'],
  ['tauri', '#8aa4ff'],
  ['racing bulls', '#8aa4ff'],
  ['rb ', '#8aa4ff'],
  ['haas', '#cbd5e1'],
  ['mclaren', '#fb923c'],
  ['alfa', '#e0526a'],
  ['sauber', '#4ade80'],
];

/** The colour of a team: that of the game, or one derived from its name. */
export function teamColour(team: string | null): string {
  if (team === null) return '#71717a';
  const name = `${team.toLowerCase()} `;
  const known = knownColours.find(([part]) => name.includes(part));
  if (known !== undefined) return known[1];
  // FNV-1a spreads names over all hues; one lightness keeps the contrast.
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `oklch(72% 0.16 ${(hash >>> 7) % 360})`;
}
