import type { ScoringRules } from '#contract/entities/scoring';
import { defaultRules } from '#contract/race/scoring';
import { formatTable, parseNumber, parseTable } from './points-table.ts';

/** Scoring rules as they are typed. */
export type ScoringTexts = Readonly<Record<keyof ScoringRules, string>>;

/** The rules, as a person calls them. */
export const scoringFields: ScoringTexts = {
  racePoints: 'Race points',
  sprintPoints: 'Sprint points',
  fastestLapBonus: 'Fastest lap',
  fastestLapWithin: 'Fastest lap in the top',
  poleBonus: 'Pole position',
  droppedResults: 'Worst ones dropped',
  dropBy: 'What is dropped',
  classifiedFrom: 'Who is classified',
  poleBy: 'Pole position goes to',
  factorOf: 'Half and double points',
  sprintBonuses: 'Sprints',
};

/** The value of an older season, which drops in another way. */
export const asBefore = 'before';

/** The rules of a season as texts. */
export function scoringTexts({ scoring: rules = defaultRules }: { scoring?: ScoringRules | undefined }): ScoringTexts {
  return {
    racePoints: formatTable(rules.racePoints),
    sprintPoints: formatTable(rules.sprintPoints),
    fastestLapBonus: String(rules.fastestLapBonus),
    fastestLapWithin: String(rules.fastestLapWithin),
    poleBonus: String(rules.poleBonus),
    droppedResults: String(rules.droppedResults),
    dropBy: rules.dropBy ?? (rules.droppedResults === 0 ? 'result' : asBefore),
    classifiedFrom: String(rules.classifiedFrom ?? ''),
    poleBy: rules.poleBy ?? 'grid',
    factorOf: rules.factorOf ?? 'all',
    sprintBonuses: rules.sprintBonuses === true ? 'yes' : 'no',
  };
}

/** The typed rules, or null while one of them is incomplete or wrong. */
export function rulesIn(texts: ScoringTexts): ScoringRules | null {
  const racePoints = parseTable(texts.racePoints);
  const sprintPoints = parseTable(texts.sprintPoints);
  const fastestLapBonus = parsePoints(texts.fastestLapBonus);
  const fastestLapWithin = parseWhole(texts.fastestLapWithin, 64);
  const poleBonus = parsePoints(texts.poleBonus);
  const droppedResults = parseWhole(texts.droppedResults, 200);
  const dropBy = texts.dropBy === 'round' ? ('round' as const) : ('result' as const);
  if (racePoints === null || sprintPoints === null || fastestLapBonus === null) return null;
  if (fastestLapWithin === null || poleBonus === null || droppedResults === null) return null;
  const rules = {
    racePoints,
    sprintPoints,
    fastestLapBonus,
    fastestLapWithin,
    poleBonus,
    droppedResults,
    classifiedFrom: texts.classifiedFrom === '' ? null : Number(texts.classifiedFrom),
    poleBy: texts.poleBy === 'qualifying' ? ('qualifying' as const) : ('grid' as const),
    factorOf: texts.factorOf === 'table' ? ('table' as const) : ('all' as const),
    sprintBonuses: texts.sprintBonuses === 'yes',
  };
  return texts.dropBy === asBefore ? rules : { ...rules, dropBy };
}

function parsePoints(text: string): number | null {
  const number = parseNumber(text);
  return number !== null && number >= 0 && number <= 1_000 ? number : null;
}

function parseWhole(text: string, most: number): number | null {
  const number = parsePoints(text);
  return number !== null && Number.isInteger(number) && number <= most ? number : null;
}

/** The dropped results of a season, as a sentence; empty when every result counts. */
export function dropSentence({
  droppedResults: count,
  dropBy,
}: Pick<ScoringRules, 'droppedResults' | 'dropBy'>): string {
  if (count === 0) return '';
  if (dropBy === undefined) {
    const results = count === 1 ? 'worst result does' : `${count} worst results do`;
    return `Each driver’s ${results} not count: a missed event is one, and disqualifications and results below 0 stay.`;
  }
  const one = dropBy === 'round' ? 'event' : 'result';
  const worst = count === 1 ? `worst ${one} does` : `${count} worst ${one}s do`;
  const meaning = dropBy === 'round' ? 'all results of an event together' : 'races and sprints are dropped one by one';
  return `Each driver’s ${worst} not count: ${meaning}. Points of rulings always count, and disqualifications stay.`;
}
