// Copies whole rows within the database, so that no large ones pass through this process.
import { and, desc, eq, getTableColumns, getTableName, gt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from './open-storage.ts';
import {
  deletedEventSessions,
  deletions,
  deliveries,
  eventSessions,
  events,
  leagueSeasons,
  leagues,
  liveSessions,
  rosterClaims,
  rulings,
  seasonRevisions,
  seasons,
  sessionDrivers,
  sessions,
  sessionVersions,
} from './tables.ts';

type DeletionRow = Omit<typeof deletions.$inferSelect, 'rows'>;

/** A table that loses rows, in the order in which they are stored again. */
interface Part {
  readonly table: PgTable;
  /** Which rows go with the entity `id`. */
  readonly of: (id: string) => SQL;
  /** A row `r` is stored again only where this still holds: what it refers to may have been deleted as well. */
  readonly while?: SQL;
}

const ofSeason = (id: string) => sql`select ${events.id} from ${events} where ${events.seasonId} = ${id}`;
const isThere = (table: PgTable, column: string) =>
  sql`exists (select 1 from ${table} as target where target.id = r.${sql.identifier(column)})`;

const ofEvents: readonly Omit<Part, 'of'>[] = [
  { table: eventSessions, while: isThere(sessions, 'session_id') },
  { table: deletedEventSessions },
  { table: deliveries, while: isThere(leagues, 'league_id') },
];

/** Everything that the deletion of an entity takes with it. */
const parts: Readonly<Record<DeletionRow['kind'], readonly Part[]>> = {
  session: [
    { table: sessions, of: (id) => sql`id = ${id}` },
    { table: sessionDrivers, of: (id) => sql`session_id = ${id}` },
    { table: sessionVersions, of: (id) => sql`session_id = ${id}` },
    { table: eventSessions, of: (id) => sql`session_id = ${id}`, while: isThere(events, 'event_id') },
    { table: rulings, of: (id) => sql`session_id = ${id}`, while: isThere(seasons, 'season_id') },
  ],
  event: [
    { table: events, of: (id) => sql`id = ${id}`, while: isThere(seasons, 'season_id') },
    ...ofEvents.map((part) => ({ ...part, of: (id: string) => sql`event_id = ${id}` })),
  ],
  season: [
    { table: seasons, of: (id) => sql`id = ${id}` },
    { table: events, of: (id) => sql`season_id = ${id}` },
    ...ofEvents.map((part) => ({ ...part, of: (id: string) => sql`event_id in (${ofSeason(id)})` })),
    { table: rulings, of: (id) => sql`season_id = ${id}`, while: isThere(sessions, 'session_id') },
    { table: seasonRevisions, of: (id) => sql`season_id = ${id}` },
    { table: rosterClaims, of: (id) => sql`season_id = ${id}` },
    { table: leagueSeasons, of: (id) => sql`season_id = ${id}`, while: isThere(leagues, 'league_id') },
  ],
};

/** Keeps a copy of an entity that is about to be deleted, with everything that goes with it. */
export async function insertDeletion(transaction: Transaction, row: DeletionRow): Promise<void> {
  const copies = parts[row.kind].map(
    ({ table, of }) =>
      sql`${getTableName(table)}::text, coalesce((select jsonb_agg(to_jsonb(r)) from ${table} as r where ${of(row.entityId)}), '[]')`,
  );
  await transaction.insert(deletions).values({ ...row, rows: sql`jsonb_build_object(${sql.join(copies, sql`, `)})` });
}

/** Stores the entity of a deletion again. Returns false where another one has its place by now. */
export async function restoreRows(transaction: Transaction, { id, kind, entityId }: DeletionRow): Promise<boolean> {
  const entity = { session: sessions, event: events, season: seasons }[kind];
  for (const { table, while: condition = sql`true` } of parts[kind]) {
    const rows = withoutLive(table, sql`(select rows -> ${getTableName(table)} from ${deletions} where id = ${id})`);
    await transaction.execute(
      sql`insert into ${table} select r.* from jsonb_populate_recordset(null::${table}, ${rows}) as r
          where ${condition} on conflict do nothing`,
    );
    if (table !== entity) continue;
    // The first of the parts: the others refer to it.
    const found = await transaction.select({ id: entity.id }).from(entity).where(eq(entity.id, entityId));
    if (found.length === 0) return false;
  }
  return true;
}

/** Rows of events without a live session that is no longer stored. */
function withoutLive(table: PgTable, rows: SQL): SQL {
  if (table !== events) return rows;
  return sql`(select coalesce(jsonb_agg(case when exists (select 1 from ${liveSessions} as live where live.id = (e ->> 'live_id')::uuid)
    then e else e || '{"live_id": null}' end), '[]') from jsonb_array_elements(${rows}) as e)`;
}

const { rows: _, ...listed } = getTableColumns(deletions);

/** What a user has deleted after an instant, newest first. */
export function listDeletionRows(transaction: Transaction, userId: string, after: string): Promise<DeletionRow[]> {
  return transaction
    .select(listed)
    .from(deletions)
    .where(and(eq(deletions.userId, userId), gt(deletions.deletedAt, after)))
    .orderBy(desc(deletions.deletedAt), desc(deletions.id))
    .limit(100);
}

/** Locks a deletion of a user after an instant. */
export async function lockDeletion(
  transaction: Transaction,
  { id, userId, after }: { readonly id: string; readonly userId: string; readonly after: string },
): Promise<DeletionRow | null> {
  const [row] = await transaction
    .select(listed)
    .from(deletions)
    .where(and(eq(deletions.id, id), eq(deletions.userId, userId), gt(deletions.deletedAt, after)))
    .for('update');
  return row ?? null;
}

/** Removes the copy of an entity. */
export async function deleteDeletion(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(deletions).where(eq(deletions.id, id));
}

/** A session that is stored again is another version of it, and is no longer missing in its events. */
export async function touchRestoredSession(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .update(sessions)
    .set({ version: sql`${sessions.version} + 1` })
    .where(eq(sessions.id, id));
  await transaction.delete(deletedEventSessions).where(eq(deletedEventSessions.sessionId, id));
}
