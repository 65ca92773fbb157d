import type { RulingCreate } from '#contract/api/bodies';
import type { Ruling } from '#contract/entities/scoring';
import type { RulingRow } from '../storage/rulings.ts';

/** A stored ruling as the contract has it. A row that lacks the car which its kind needs gives none. */
export function toRulings(row: RulingRow): Ruling[] {
  const { id, sessionId, author, reason, madeAt, withdrawnAt, kind } = row;
  const shared = { id, sessionId, reason, authorName: author, madeAt, withdrawnAt };
  if (kind === 'excludeSession') return [{ ...shared, kind }];
  if (row.carIndex === null) return [];
  const { carIndex } = row;
  const amount = row.amount ?? 0;
  switch (kind) {
    case 'time':
      return [{ ...shared, kind, carIndex, milliseconds: amount }];
    case 'places':
      return [{ ...shared, kind, carIndex, places: amount }];
    case 'points':
      return [{ ...shared, kind, carIndex, points: amount }];
    case 'disqualify':
    case 'reinstate':
      return [{ ...shared, kind, carIndex }];
  }
}

/** The columns that a ruling's effect is stored in. */
export function toColumns(
  ruling: RulingCreate,
): Pick<RulingRow, 'sessionId' | 'kind' | 'carIndex' | 'amount' | 'reason'> {
  const { sessionId, kind, reason } = ruling;
  const carIndex = 'carIndex' in ruling ? ruling.carIndex : null;
  return { sessionId, kind, carIndex, amount: amountOf(ruling), reason };
}

function amountOf(ruling: RulingCreate): number | null {
  switch (ruling.kind) {
    case 'time':
      return ruling.milliseconds;
    case 'places':
      return ruling.places;
    case 'points':
      return ruling.points;
    case 'disqualify':
    case 'reinstate':
    case 'excludeSession':
      return null;
  }
}
