import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { RulingCreate } from '#contract/api/bodies';
import type { Ruling } from '#contract/entities/ruling';
import type { Transaction } from './open-storage.ts';
import { draftRulings, rulings, seasons, sessions } from './tables.ts';
import { countsInSeason } from './visibility.ts';

type RulingRow = typeof rulings.$inferSelect;
export type DraftRow = typeof draftRulings.$inferSelect;

/** Rulings of a season on sessions that are not private there, oldest first. */
export async function listRulings(transaction: Transaction, seasonId: string): Promise<Ruling[]> {
  const rows = await transaction
    .select(getTableColumns(rulings))
    .from(rulings)
    .innerJoin(seasons, eq(seasons.id, rulings.seasonId))
    .innerJoin(sessions, eq(sessions.id, rulings.sessionId))
    .where(and(eq(rulings.seasonId, seasonId), countsInSeason()))
    .orderBy(asc(rulings.madeAt), asc(rulings.id));
  return rows.flatMap(toRulings);
}

/** Drafts of a season on sessions that are not private there, oldest first. */
export function listDraftRows(transaction: Transaction, seasonId: string): Promise<DraftRow[]> {
  return transaction
    .select(getTableColumns(draftRulings))
    .from(draftRulings)
    .innerJoin(seasons, eq(seasons.id, draftRulings.seasonId))
    .innerJoin(sessions, eq(sessions.id, draftRulings.sessionId))
    .where(and(eq(draftRulings.seasonId, seasonId), countsInSeason()))
    .orderBy(asc(draftRulings.madeAt), asc(draftRulings.id));
}

/** Drafts as the contract has them. */
export async function listDrafts(transaction: Transaction, seasonId: string): Promise<Ruling[]> {
  const rows = await listDraftRows(transaction, seasonId);
  return rows.flatMap((row) =>
    toRulings({ ...row, withdrawnAt: null }).map((ruling) => ({ ...ruling, state: 'draft' })),
  );
}

/** Stores new drafts. */
export async function insertDrafts(transaction: Transaction, rows: DraftRow[]): Promise<void> {
  await transaction.insert(draftRulings).values(rows);
}

/** Deletes drafts of a season. Returns their number. */
export async function deleteDrafts(
  transaction: Transaction,
  seasonId: string,
  ids: readonly string[],
): Promise<number> {
  const deleted = await transaction
    .delete(draftRulings)
    .where(and(eq(draftRulings.seasonId, seasonId), inArray(draftRulings.id, [...ids])))
    .returning({ id: draftRulings.id });
  return deleted.length;
}

const ownColumns = sql.raw(
  String(Object.entries(getTableColumns(rulings)).map(([key, { name }]) => `'${key}', own.${name}`)),
);

/** A column of a query of events and sessions: the rulings of the season on the session that are not withdrawn. */
export const rulingsOnSession = sql<Ruling[]>`(
  select coalesce(json_agg(json_build_object(${ownColumns})), '[]')
  from rulings as own
  where own.season_id = events.season_id and own.session_id = sessions.id and own.withdrawn_at is null)`.mapWith(
  // JSON of the database has its own form of times.
  (rows: RulingRow[]) => rows.flatMap((row) => toRulings({ ...row, madeAt: new Date(row.madeAt).toISOString() })),
);

/** Number of rulings of a season; drafts, withdrawn ones and those on deleted sessions included, which may come back. */
export async function countRulings(transaction: Transaction, seasonId: string): Promise<number> {
  const made = await transaction.$count(rulings, eq(rulings.seasonId, seasonId));
  return made + (await transaction.$count(draftRulings, eq(draftRulings.seasonId, seasonId)));
}

/** Stores new rulings. */
export async function insertRulings(transaction: Transaction, rows: (typeof rulings.$inferInsert)[]): Promise<void> {
  await transaction.insert(rulings).values(rows);
}

/** Marks a ruling of a season as withdrawn. Returns false when the season has no such ruling in force. */
export async function withdrawRulingRow(
  transaction: Transaction,
  { seasonId, id }: { readonly seasonId: string; readonly id: string },
  withdrawnAt: string,
): Promise<boolean> {
  const stored = transaction.select({ id: sessions.id }).from(sessions).where(isNull(sessions.deletedAt));
  const isMeant = and(eq(rulings.id, id), eq(rulings.seasonId, seasonId), inArray(rulings.sessionId, stored));
  const withdrawn = await transaction
    .update(rulings)
    .set({ withdrawnAt })
    .where(and(isMeant, isNull(rulings.withdrawnAt)))
    .returning({ id: rulings.id });
  return withdrawn.length > 0;
}

/** A stored ruling as the contract has it. A row that lacks the car which its kind needs gives none. */
function toRulings(row: RulingRow): Ruling[] {
  const { id, sessionId, author, reason, madeAt, withdrawnAt, kind } = row;
  const moment = row.at === null ? {} : { at: row.at };
  const shared = { id, sessionId, reason, ...moment, authorName: author, madeAt, withdrawnAt };
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
): Pick<RulingRow, 'sessionId' | 'kind' | 'carIndex' | 'amount' | 'licencePoints' | 'reason' | 'at'> {
  const { sessionId, kind, reason, at = null } = ruling;
  const carIndex = 'carIndex' in ruling ? ruling.carIndex : null;
  const licencePoints = 'carIndex' in ruling ? (ruling.licencePoints ?? null) : null;
  return { sessionId, kind, carIndex, amount: amountOf(ruling), licencePoints, reason, at };
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
