import type { ChampionshipStep } from '#contract/race/championship-steps';

/** A race or sprint of a season: `R5`, `R5 S`. */
export function stepLabel({ round, column }: Pick<ChampionshipStep, 'round' | 'column'>): string {
  return `R${round}${column.scoring === 'sprint' ? ' S' : ''}`;
}
