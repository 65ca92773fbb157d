// Copies rows within the database, one by one: none passes through this process, and no value grows with their number.
import { and, asc, desc, eq, getTableColumns, getTableName, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from './open-storage.ts';
import {
  deletedEventSessions,
  deletedRows,
  deletedUsers,
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

type DeletionRow = Omit<typeof deletions.$inferSelect, 'size'>;

/** A table that loses rows, in the order in which they are stored again. */
interface Part {
  readonly table: PgTable;
  /** Which rows `r` go with the entity `id`. */
  readonly of: (id: string) => SQL;
  /** A row `r` is stored again only where this still holds: what it refers to may have been deleted as well. */
  readonly while?: SQL;
}

const exists = (table: PgTable, condition: SQL) => sql`exists (select 1 from ${table} as target where ${condition})`;
const isThere = (table: PgTable, column: string) => exists(table, sql`target.id = r.${sql.identifier(column)}`);

/** Whether another event of the season of the event of `r` has the session of `r` in this table. */
const isElsewhere = (table: PgTable) => sql`exists (select 1 from ${table} as other
  join ${events} as there on there.id = other.event_id join ${events} as here on here.season_id = there.season_id
  where here.id = r.event_id and other.session_id = r.session_id and there.id <> here.id)`;

const ofSeason = (id: string) => sql`select ${events.id} from ${events} where ${events.seasonId} = ${id}`;

const ofEvents: readonly Omit<Part, 'of'>[] = [
  // A session counts once in a season.
  { table: eventSessions, while: sql`${isThere(sessions, 'session_id')} and not ${isElsewhere(eventSessions)}` },
  { table: deletedEventSessions, while: sql`not ${isElsewhere(deletedEventSessions)}` },
  { table: deliveries, while: isThere(leagues, 'league_id') },
];

const hasBothEnds = sql`${isThere(seasons, 'season_id')} and ${isThere(sessions, 'session_id')}`;
const userIsThere = sql`not ${exists(deletedUsers, sql`target.user_id = r.user_id`)}`;

/**
 * Everything that the deletion of an entity takes with it. Where a session was attached is not part of it: the events have
 * a record of that, which their owners can settle.
 */
const parts: Readonly<Record<DeletionRow['kind'], readonly Part[]>> = {
  session: [
    { table: sessions, of: (id) => sql`r.id = ${id}` },
    { table: sessionDrivers, of: (id) => sql`r.session_id = ${id}` },
    { table: sessionVersions, of: (id) => sql`r.session_id = ${id}` },
    { table: rulings, of: (id) => sql`r.session_id = ${id}`, while: hasBothEnds },
  ],
  event: [
    { table: events, of: (id) => sql`r.id = ${id}`, while: isThere(seasons, 'season_id') },
    ...ofEvents.map((part) => ({ ...part, of: (id: string) => sql`r.event_id = ${id}` })),
  ],
  season: [
    { table: seasons, of: (id) => sql`r.id = ${id}` },
    { table: events, of: (id) => sql`r.season_id = ${id}` },
    ...ofEvents.map((part) => ({ ...part, of: (id: string) => sql`r.event_id in (${ofSeason(id)})` })),
    { table: rulings, of: (id) => sql`r.season_id = ${id}`, while: hasBothEnds },
    { table: seasonRevisions, of: (id) => sql`r.season_id = ${id}` },
    { table: rosterClaims, of: (id) => sql`r.season_id = ${id}`, while: userIsThere },
    { table: leagueSeasons, of: (id) => sql`r.season_id = ${id}`, while: isThere(leagues, 'league_id') },
  ],
};

/** Columns that may have megabytes: copied in their stored form, which is compressed. */
const large: ReadonlyMap<PgTable, { readonly bytes?: PgColumn; readonly json?: PgColumn }> = new Map<PgTable, object>([
  [sessions, { bytes: sessions.detail }],
  [sessionVersions, { bytes: sessionVersions.detail, json: sessionVersions.drivers }],
  [seasonRevisions, { json: seasonRevisions.standings }],
]);

const nameOf = (column: PgColumn) => sql.identifier(column.name);

/** Keeps a copy of an entity that is about to be deleted, with everything that goes with it. */
export async function insertDeletion(transaction: Transaction, row: DeletionRow): Promise<void> {
  await transaction.insert(deletions).values(row);
  for (const { table, of } of parts[row.kind]) {
    const { bytes, json } = large.get(table) ?? {};
    const small = Object.values(getTableColumns(table)).filter((column) => column !== bytes && column !== json);
    const fields = small.map((column) => sql`${column.name}::text, r.${nameOf(column)}`);
    const bytesOf = bytes === undefined ? sql`null::bytea` : sql`r.${nameOf(bytes)}`;
    const jsonOf = json === undefined ? sql`null::jsonb` : sql`r.${nameOf(json)}`;
    await transaction.execute(
      sql`insert into ${deletedRows} (deletion_id, table_name, columns, large_bytes, large_json)
          select ${row.id}::uuid, ${getTableName(table)}::text, jsonb_build_object(${sql.join(fields, sql`, `)}) || ${toRemember(table)},
            ${bytesOf}, ${jsonOf}
          from ${table} as r where ${of(row.entityId)}`,
    );
  }
  const sizes = sql`pg_column_size(columns) + coalesce(pg_column_size(large_bytes), 0) + coalesce(pg_column_size(large_json), 0)`;
  const size = sql<number>`(select coalesce(sum(${sizes}), 0) from ${deletedRows} where deletion_id = ${row.id})`;
  await transaction.update(deletions).set({ size }).where(eq(deletions.id, row.id));
}

/** What else is copied with a row `r`: of an attached session what its record says, should it be deleted as well. */
function toRemember(table: PgTable): SQL {
  if (table !== eventSessions) return sql`'{}'::jsonb`;
  return sql`(select jsonb_build_object('session_type', s.session_type, 'track_id', s.track_id,
    'session_start_time', s.session_start_time) from ${sessions} as s where s.id = r.session_id)`;
}

/** Removes the copies of a user's oldest deletions beyond a number, or together beyond a size; the newest stays. */
export async function trimDeletions(
  transaction: Transaction,
  userId: string,
  { count, size }: { readonly count: number; readonly size: number },
): Promise<void> {
  const ranked = sql`select id, row_number() over newest as place, sum(size) over newest as total from ${deletions}
    where user_id = ${userId} window newest as (order by deleted_at desc, id desc)`;
  const beyond = sql`select id from (${ranked}) as ranked where place > ${count} or (place > 1 and total > ${size})`;
  await transaction.delete(deletions).where(sql`${deletions.id} in (${beyond})`);
}

const entities = { session: sessions, event: events, season: seasons };

/** Stores the entity of a deletion again. Returns false where another one has its place by now. */
export async function restoreRows(transaction: Transaction, { id, kind, entityId, now }: Restored): Promise<boolean> {
  const entity = entities[kind];
  for (const part of parts[kind]) {
    await restorePart(transaction, id, part);
    if (part.table !== entity) continue;
    // The first of the parts: the others refer to it.
    const found = await transaction.select({ id: entity.id }).from(entity).where(eq(entity.id, entityId));
    if (found.length === 0) return false;
  }
  await recordMissing(transaction, id, now);
  await moveRulings(transaction, id);
  return true;
}

type Restored = Pick<DeletionRow, 'id' | 'kind' | 'entityId'> & { readonly now: string };

/** The copies of a deletion of a table, with their columns as `r`. */
const copiesOf = (id: string, table: PgTable, as: PgTable = table) => sql`${deletedRows} as copy
  cross join lateral jsonb_populate_record(null::${as}, copy.columns) as r
  where copy.deletion_id = ${id} and copy.table_name = ${getTableName(table)}`;

async function restorePart(transaction: Transaction, id: string, part: Omit<Part, 'of'>): Promise<void> {
  const { table, while: condition = sql`true` } = part;
  const { bytes, json } = large.get(table) ?? {};
  const columns = Object.values(getTableColumns(table));
  const values = columns.map((column) => {
    if (column === bytes) return sql`copy.large_bytes`;
    if (column === json) return sql`copy.large_json`;
    // A live session may no longer be stored.
    if (column === events.liveId) return sql`(select live.id from ${liveSessions} as live where live.id = r.live_id)`;
    return sql`r.${nameOf(column)}`;
  });
  await transaction.execute(
    sql`insert into ${table} (${sql.join(columns.map(nameOf), sql`, `)}) select ${sql.join(values, sql`, `)}
        from ${copiesOf(id, table)} and ${condition} on conflict do nothing`,
  );
}

/** Sessions that were deleted after their event: it has a record of each, by which it gets them back. */
async function recordMissing(transaction: Transaction, id: string, now: string): Promise<void> {
  await transaction.execute(
    sql`insert into ${deletedEventSessions} (event_id, session_id, session_type, track_id, session_start_time, scoring, deleted_at)
        select r.event_id, r.session_id, r.session_type, r.track_id, r.session_start_time, r.scoring, ${now}::timestamptz
        from ${copiesOf(id, eventSessions, deletedEventSessions)} and not ${isThere(sessions, 'session_id')}
        and not ${isElsewhere(deletedEventSessions)} on conflict do nothing`,
  );
}

/** Rulings of a season or on a session that is deleted as well return with that one. */
async function moveRulings(transaction: Transaction, id: string): Promise<void> {
  await transaction.execute(
    sql`update ${deletedRows} as copy set deletion_id = other.id from ${deletions} as other
        where copy.deletion_id = ${id} and copy.table_name = ${getTableName(rulings)} and other.id <> ${id}
        and not exists (select 1 from ${rulings} as made where made.id = (copy.columns ->> 'id')::uuid)
        and other.entity_id = case other.kind when 'session' then (copy.columns ->> 'session_id')::uuid
          when 'season' then (copy.columns ->> 'season_id')::uuid end`,
  );
}

/** The live sessions of an event, or of the events of a season, that have ended, with the sessions that they stored. */
export function listEndedLive(transaction: Transaction, { kind, entityId }: Pick<DeletionRow, 'kind' | 'entityId'>) {
  return transaction
    .selectDistinct({ liveId: liveSessions.id, sessionId: liveSessions.sessionId })
    .from(events)
    .innerJoin(liveSessions, eq(liveSessions.id, events.liveId))
    .where(
      and(eq(kind === 'season' ? events.seasonId : events.id, entityId), sql`${liveSessions.endedAt} is not null`),
    );
}

const { size: _, ...listed } = getTableColumns(deletions);

/** What a user has deleted after an instant, newest first. */
export function listDeletionRows(transaction: Transaction, userId: string, after: string): Promise<DeletionRow[]> {
  return transaction
    .select(listed)
    .from(deletions)
    .where(and(eq(deletions.userId, userId), gt(deletions.deletedAt, after)))
    .orderBy(desc(deletions.deletedAt), desc(deletions.id));
}

/** A deletion of a user after an instant. Locks all of theirs: one that is undone may change the others. */
export async function lockDeletion(
  transaction: Transaction,
  { id, userId, after }: { readonly id: string; readonly userId: string; readonly after: string },
): Promise<DeletionRow | null> {
  const rows = await transaction
    .select(listed)
    .from(deletions)
    .where(and(eq(deletions.userId, userId), gt(deletions.deletedAt, after)))
    .orderBy(asc(deletions.id))
    .for('update');
  return rows.find((row) => row.id === id) ?? null;
}

/** Removes the copy of an entity. */
export async function deleteDeletion(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(deletions).where(eq(deletions.id, id));
}

/** A session that is stored again is another version of it. */
export async function touchRestoredSession(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .update(sessions)
    .set({ version: sql`${sessions.version} + 1` })
    .where(eq(sessions.id, id));
}
