import { expect, test } from 'vitest';
import type { RulingsCreate } from '#contract/api/bodies';
import { createFailure } from '#contract/api/problem';
import type { Season } from '#contract/entities/season';
import { withRulingConflict } from './ruling-conflict.ts';

const [session, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
const ruling = (id: string, carIndex: number, sessionId = session) => ({
  id,
  sessionId,
  kind: 'time' as const,
  carIndex,
  milliseconds: 5_000,
  reason: 'Collision',
  authorName: 'Ann',
  madeAt: '2026-05-01T18:00:00.000Z',
  withdrawnAt: null,
});
const seasonOf = (...rulings: ReturnType<typeof ruling>[]) => ({ rulings }) as unknown as Season;
const body: RulingsCreate = {
  sessionId: session,
  kind: 'time',
  carIndex: 3,
  otherCars: [4],
  milliseconds: 10_000,
  reason: 'Cut',
};
const refused = (current: unknown, status = 412) => ({
  failure: createFailure('problem', { status, current, problem: { detail: 'Outdated' } }),
});
const detailOf = (outcome: ReturnType<typeof withRulingConflict>) =>
  'failure' in outcome ? outcome.failure.problem?.detail : null;

test('a ruling on the same car since says who, when and both values', () => {
  const shown = seasonOf(ruling('old', 3));
  const current = seasonOf(ruling('old', 3), ruling('new', 4), ruling('elsewhere', 3, other), ruling('another car', 7));
  const detail = detailOf(withRulingConflict(refused(current), body, shown));
  expect(detail?.replace(/\(.*\)/, '(when)')).toBe(
    'Ann has ruled on this car meanwhile (when): +5 s, “Collision”. Yours: +10 s. Add it as well, or discard it.',
  );
});

test.each([
  ['of another kind', refused(seasonOf(ruling('new', 3)), 422)],
  ['without such a ruling', refused(seasonOf(ruling('new', 7)))],
  ['without the season', refused(null)],
])('a refusal %s stays as it is', (_, outcome) => {
  expect(detailOf(withRulingConflict(outcome, body, seasonOf()))).toBe('Outdated');
});

test('an answer stays as it is', () => {
  const outcome = { value: seasonOf(), version: '1' };
  expect(withRulingConflict(outcome, body, seasonOf())).toBe(outcome);
});
