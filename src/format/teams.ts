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

const others = [
  '#3b82f6',
  '#ef4444',
  '#2dd4bf',
  '#f59e0b',
  '#22c55e',
  '#a78bfa',
  '#f472b6',
  '#94a3b8',
  '#38bdf8',
  '#e879f9',
  '#84cc16',
  '#fb7185',
  '#eab308',
];

/** The colour of a team: the game's own, or one that its name decides for ever. */
export function teamColour(team: string | null): string {
  if (team === null) return '#71717a';
  const name = `${team.toLowerCase()} `;
  const own = known.find(([word]) => name.includes(word));
  if (own !== undefined) return own[1];
  let sum = 7;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  return others[sum % others.length] ?? '#94a3b8';
}
