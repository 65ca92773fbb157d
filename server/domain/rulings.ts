import { v7 } from 'uuid';
import type { RulingCreate, RulingsCreate } from '#contract/api/bodies';
import type { FieldError } from '#contract/api/problem';
import type { Season } from '#contract/entities/season';
import { rulingForEachCar } from '#contract/race/rulings';
import { conflict, notFound, refused } from '../http/problem.ts';
import {
  countRulings,
  deleteDrafts,
  insertDrafts,
  insertRulings,
  listDraftRows,
  listRulings,
  toColumns,
  withdrawRulingRow,
} from '../storage/rulings.ts';
import { listAttached, listResults } from '../storage/season-events.ts';
import { type Context, type Versioned, viewerOf } from './context.ts';
import { findOwnSeason, getSeason, lockOwnSeason, type SeasonTarget, touchSeason } from './load-season.ts';
import { tellRuled } from './notices/tell-drivers.ts';
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
 * Adds a ruling on one car or more to the ledger of a season, or to its drafts: these change nothing that others can see, the
 * version of the season neither.
 * @throws Problem 422 for a session of no event of this season or a car that is not in it, 409 for a full ledger.
 */
export async function addRuling(
  context: Context,
  input: SeasonTarget & { ruling: RulingsCreate },
): Promise<Versioned<Season>> {
  const { transaction, now } = context;
  const rulings = rulingForEachCar(input.ruling);
  const { sessionId } = input.ruling;
  const isDraft = input.ruling.state === 'draft';
  const { id } = isDraft ? await findOwnSeason(context, input, true) : await lockOwnSeason(context, input);
  const attached = (await listAttached(transaction, viewerOf(context), id)).filter(({ counts }) => counts);
  const results = await listResults(transaction, { sessionIds: [sessionId] });
  const [error] = rulings.flatMap((ruling) => errorsOfRuling(ruling, { attached, results }));
  if (error !== undefined) throw refused([error]);
  if ((await countRulings(transaction, id)) + rulings.length > maxRulings) {
    throw conflict(`A season has at most ${maxRulings} rulings.`);
  }
  const made = { seasonId: id, author: await callerNameOf(context), madeAt: now };
  const rows = rulings.map((ruling) => ({ ...toColumns(ruling), ...made, id: v7() }));
  if (isDraft) {
    await insertDrafts(transaction, rows);
    return getSeason(context, id);
  }
  await insertRulings(
    transaction,
    rows.map((row) => ({ ...row, withdrawnAt: null })),
  );
  return touchAndTell(context, id, rows);
}

async function touchAndTell(
  context: Context,
  id: string,
  rulings: Parameters<typeof tellRuled>[2],
): Promise<Versioned<Season>> {
  const season = await touchSeason(context, id);
  await tellRuled(context, season.value, rulings);
  return season;
}

/**
 * Puts drafts of a season in force, all of them or none. They keep their authors, and are made at this time. What is in force
 * already stays as it is.
 * @throws Problem 404 for a ruling that the season does not have, 409 for one that was withdrawn or whose session is gone.
 */
export async function putInForce(
  context: Context,
  input: SeasonTarget & { ids: readonly string[] },
): Promise<Versioned<Season>> {
  const { transaction, now } = context;
  const { id } = await lockOwnSeason(context, input);
  const ids = new Set(input.ids.map((each) => each.toLowerCase()));
  const drafts = (await listDraftRows(transaction, id)).filter((draft) => ids.has(draft.id));
  const made = (await listRulings(transaction, id)).filter((ruling) => ids.has(ruling.id));
  if (drafts.length + made.length < ids.size) throw notFound();
  if (made.some(({ withdrawnAt }) => withdrawnAt !== null))
    throw conflict('A ruling that was withdrawn stays withdrawn.');
  if (drafts.length === 0) return getSeason(context, id);
  const attached = (await listAttached(transaction, viewerOf(context), id)).filter(({ counts }) => counts);
  if (drafts.some((draft) => attached.every(({ session }) => session.id !== draft.sessionId)))
    throw conflict('A draft is about a session that this season does not have any more. Withdraw it.');
  await deleteDrafts(transaction, id, [...ids]);
  await insertRulings(
    transaction,
    drafts.map((draft) => ({ ...draft, madeAt: now, withdrawnAt: null })),
  );
  return touchAndTell(context, id, drafts);
}

/** Puts a draft in force. @throws Problem 404 or 409, also for a ruling in force that is to be a draft again. */
export async function updateRuling(
  context: Context,
  { rulingId, state, ...input }: SeasonTarget & { rulingId: string; state: 'draft' | 'inForce' },
): Promise<Versioned<Season>> {
  if (state === 'inForce') return putInForce(context, { ...input, ids: [rulingId] });
  const { id } = await findOwnSeason(context, input);
  const season = await getSeason(context, id);
  const ruling = season.value.rulings?.find((each) => each.id === rulingId.toLowerCase());
  if (ruling === undefined) throw notFound();
  if (ruling.state !== 'draft') throw conflict('Everybody has seen this ruling: withdraw it, and draft another one.');
  return season;
}

/** Withdraws a ruling, which stays in the ledger, or a draft, which is gone. @throws Problem 404, also for one that is withdrawn already. */
export async function withdrawRuling(context: Context, input: SeasonTarget & { rulingId: string }): Promise<void> {
  const draft = await findOwnSeason(context, input, true);
  if ((await deleteDrafts(context.transaction, draft.id, [input.rulingId])) > 0) return;
  const { id } = await lockOwnSeason(context, input);
  const target = { seasonId: id, id: input.rulingId };
  if (!(await withdrawRulingRow(context.transaction, target, context.now))) throw notFound();
  await touchSeason(context, id);
}
