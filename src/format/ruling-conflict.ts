import type { RulingsCreate } from '#contract/api/bodies';
import type { Outcome } from '#contract/api/problem';
import type { Ruling } from '#contract/entities/ruling';
import type { Season } from '#contract/entities/season';
import { rulingsOnSame } from '#contract/race/rulings';
import { formatInstant } from './date.ts';
import { rulingText } from './ruling-text.ts';

/** A ruling that was refused because others ruled on the same car meanwhile: says who, when and what, beside the new one. */
export function withRulingConflict(outcome: Outcome<Season>, body: RulingsCreate, shown: Season): Outcome<Season> {
  if (!('failure' in outcome) || outcome.failure.status !== 412) return outcome;
  const known = new Set((shown.rulings ?? []).map(({ id }) => id));
  // The season as it has become: it was parsed by the call that reads it.
  const { rulings = [] } = (outcome.failure.current ?? {}) as Partial<Season>;
  const others = rulingsOnSame(rulings, body).filter(({ id }) => !known.has(id));
  if (others.length === 0) return outcome;
  const mine = rulingText({ ...body, reason: '' });
  const detail = `${others.map(sentence).join(' ')} Yours: ${mine}. Add it as well, or discard it.`;
  return { failure: { ...outcome.failure, problem: { ...outcome.failure.problem, detail } } };
}

function sentence(ruling: Ruling): string {
  const on = 'carIndex' in ruling ? 'car' : 'session';
  const { authorName, madeAt, reason } = ruling;
  return `${authorName ?? 'Somebody'} has ruled on this ${on} meanwhile (${formatInstant(madeAt)}): ${rulingText(ruling)}, “${reason}”.`;
}
