import type { Result } from '../entities/season.ts';

/** Whether the points of a result have those of pole position in them. */
export function hasPoleBonus({ bonuses = [] }: Pick<Result, 'bonuses'>): boolean {
  return bonuses.some(({ kind }) => kind === 'pole');
}
