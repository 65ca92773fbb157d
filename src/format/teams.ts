/** Colours of the game's teams, by a word of their name; all of 3:1 and more on the ground. */
const known: readonly (readonly [word: string, colour: string])[] = [
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

/** The colour of a team: the game's own, or one that its name decides for ever. */
export function teamColour(team: string | null): string {
  if (team === null) return '#71717a';
  const name = `${team.toLowerCase()} `;
  const own = known.find(([word]) => name.includes(word));
  if (own !== undefined) return own[1];
  // FNV-1a spreads names over the circle of hues; one lightness keeps all of them readable on the ground.
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  }
  return `oklch(72% 0.16 ${(hash >>> 7) % 360})`;
}
