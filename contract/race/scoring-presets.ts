import type { ScoringRules } from '../entities/scoring.ts';
import { defaultRules } from './scoring.ts';

/** Rules that many championships use; how many results are dropped is not part of them. */
export interface ScoringPreset {
  readonly id: string;
  readonly name: string;
  readonly rules: Omit<ScoringRules, 'droppedResults' | 'dropBy'>;
}

const { droppedResults: _, dropBy: __, ...formulaOne } = defaultRules;

/** The presets, the default first. */
export const scoringPresets: readonly ScoringPreset[] = [
  { id: 'f1-2019', name: 'F1 2019–2024', rules: formulaOne },
  { id: 'f1-2025', name: 'F1 2025, no point for the fastest lap', rules: { ...formulaOne, fastestLapBonus: 0 } },
  { id: 'sprint-2021', name: 'F1 2021, sprint 3-2-1', rules: { ...formulaOne, sprintPoints: [3, 2, 1] } },
  {
    id: 'motogp',
    name: 'MotoGP',
    rules: {
      racePoints: [25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
      sprintPoints: [12, 9, 7, 6, 5, 4, 3, 2, 1],
      fastestLapBonus: 0,
      fastestLapWithin: 10,
      poleBonus: 0,
    },
  },
];

/** The preset that gives the same points as these rules, or null for rules of one's own. */
export function presetOf(rules: ScoringPreset['rules']): ScoringPreset | null {
  return scoringPresets.find((preset) => keyOf(preset.rules) === keyOf(rules)) ?? null;
}

/** Equal for rules that give equal points: positions without points at the end of a table make no difference. */
function keyOf({ racePoints, sprintPoints, fastestLapBonus, fastestLapWithin, poleBonus }: ScoringPreset['rules']) {
  const within = fastestLapBonus === 0 ? 0 : fastestLapWithin;
  return JSON.stringify([trimmed(racePoints), trimmed(sprintPoints), fastestLapBonus, within, poleBonus]);
}

function trimmed(table: readonly number[]): readonly number[] {
  return table.slice(0, table.findLastIndex((points) => points !== 0) + 1);
}
