import { v7 } from 'uuid';
import type { RulingCreate, RulingsCreate } from '#contract/api/bodies';
import type { FieldError } from '#contract/api/problem';
import type { Season } from '#contract/entities/season';
import { rulingForEachCar } from '#contract/race/rulings';
import { conflict, notFound, refused } from '../http/problem.ts';
import { countRulings, insertRulings, toColumns, withdrawRulingRow } from '../storage/rulings.ts';
import { listAttached, listResults } from '../storage/season-events.ts';
import { type Context, type Versioned, viewerOf } from './context.ts';
import { lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { callerNameOf } from './profiles.ts';
import { maxRulings } from './season-bounds.ts';
import type { SeasonData } from './season-data.ts';

/** The fields of a ruling that do not fit the season: its session must be attached, and its car must be in it. */
export function errorsOfRuling(
  ruling: RulingCreate,
  { attached, results }: Pick<SeasonData, 'attached' | 'results'>,
  path = '',
): FieldError[] {
  if (!attached.some(({ session }) => session.id === ruling.sessionId))
    return [{ path: `${path}sessionId`, message: 'must be a session of this season' }];
  if (!('carIndex' in ruling)) return [];
  const drivers = results.get(ruling.sessionId) ?? [];
  if (drivers.some(({ carIndex }) => carIndex === ruling.carIndex)) return [];
  return [{ path: `${path}carIndex`, message: 'must be a car of this session' }];
}

/**
 * Adds a ruling on one car or more to the ledger of a season.
 * @throws Problem 422 for a session of no event of this season or a car that is not in it, 409 for a full ledger.
 */
export async function addRuling(
  context: Context,
  input: SeasonTarget & { ruling: RulingsCreate },
): Promise<Versioned<Season>> {
  const { transaction, now } = context;
  const rulings = rulingForEachCar(input.ruling);
  const { sessionId } = input.ruling;
  const { id } = await lockOwnSeason(context, input);
  const attached = (await listAttached(transaction, viewerOf(context), id)).filter(({ counts }) => counts);
  const results = await listResults(transaction, { sessionIds: [sessionId] });
  const [error] = rulings.flatMap((ruling) => errorsOfRuling(ruling, { attached, results }));
  if (error !== undefined) throw refused([error]);
  if ((await countRulings(transaction, id)) + rulings.length > maxRulings) {
    throw conflict(`A season has at most ${maxRulings} rulings.`);
  }
  const made = { seasonId: id, author: await callerNameOf(context), madeAt: now, withdrawnAt: null };
  await insertRulings(
    transaction,
    rulings.map((ruling) => ({ ...toColumns(ruling), ...made, id: v7() })),
  );
  return touchSeason(context, id);
}

/** Withdraws a ruling. It stays in the ledger. @throws Problem 404, also for one that is withdrawn already. */
export async function withdrawRuling(context: Context, input: SeasonTarget & { rulingId: string }): Promise<void> {
  const { id } = await lockOwnSeason(context, input);
  const target = { seasonId: id, id: input.rulingId };
  if (!(await withdrawRulingRow(context.transaction, target, context.now))) throw notFound();
  await touchSeason(context, id);
}
