import type { RulingCreate } from '#contract/api/bodies';
import type { Ruling } from '#contract/entities/ruling';
import type { RulingRow } from '../storage/rulings.ts';

/** A stored ruling as the contract has it. A row that lacks the car which its kind needs gives none. */
export function toRulings(row: RulingRow): Ruling[] {
  const { id, sessionId, author, reason, madeAt, withdrawnAt, kind } = row;
  const shared = { id, sessionId, reason, authorName: author, madeAt, withdrawnAt };
  if (kind === 'excludeSession') return [{ ...shared, kind }];
  if (row.carIndex === null) return [];
  const licence = row.licencePoints === null ? {} : { licencePoints: row.licencePoints };
  const of = { ...shared, carIndex: row.carIndex, ...licence };
  const amount = row.amount ?? 0;
  switch (kind) {
    case 'time':
      return [{ ...of, kind, milliseconds: amount }];
    case 'places':
      return [{ ...of, kind, places: amount }];
    case 'points':
      return [{ ...of, kind, points: amount }];
    case 'disqualify':
    case 'reinstate':
      return [{ ...of, kind }];
  }
}

/** The columns that a ruling's effect is stored in. */
export function toColumns(
  ruling: RulingCreate,
): Pick<RulingRow, 'sessionId' | 'kind' | 'carIndex' | 'amount' | 'licencePoints' | 'reason'> {
  const { sessionId, kind, reason } = ruling;
  const carIndex = 'carIndex' in ruling ? ruling.carIndex : null;
  const licencePoints = 'carIndex' in ruling ? (ruling.licencePoints ?? null) : null;
  return { sessionId, kind, carIndex, amount: amountOf(ruling), licencePoints, reason };
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
