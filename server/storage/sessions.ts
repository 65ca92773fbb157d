import { and, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SessionSummary } from '#contract/entities/session';
import { timedPodium } from '#contract/race/classification';
import { unnamedPattern } from '#contract/race/unnamed';
import type { Transaction } from './open-storage.ts';
import { isAfter } from './page-keys.ts';
import { eventSessions, events, profiles, seasons, sessionDrivers, sessions } from './tables.ts';
import { isPublicSession, sessionsVisibleTo, type Viewer } from './visibility.ts';

const {
  detail: _,
  createdAt: __,
  isRecorded: ___,
  digest: ____,
  raceControl: _____,
  visibility: ______,
  deletedAt: _______,
  keyHash,
  ...listed
} = getTableColumns(sessions);

/** Columns of a session summary. */
export const summaryColumns = {
  ...listed,
  userName: profiles.username,
  isPublic: sql<boolean>`${isPublicSession}`,
  hasKey: sql<boolean>`${keyHash} is not null`,
};

type ResultRow = Pick<
  typeof sessionDrivers.$inferSelect,
  'carIndex' | 'finishingPosition' | 'resultStatus' | 'bestLapTimeMs' | 'totalRaceTime' | 'totalPenaltiesSeconds'
>;

/** The result's fields, one row for each driver: the stored detail contains more and is compressed. */
const results = sql<ResultRow[]>`(select coalesce(json_agg(json_build_object(
    'carIndex', ${sessionDrivers.carIndex}, 'finishingPosition', ${sessionDrivers.finishingPosition},
    'resultStatus', ${sessionDrivers.resultStatus}, 'bestLapTimeMs', ${sessionDrivers.bestLapTimeMs},
    'totalRaceTime', ${sessionDrivers.totalRaceTime}, 'totalPenaltiesSeconds', ${sessionDrivers.totalPenaltiesSeconds}
  ) order by ${sessionDrivers.carIndex}), '[]') from ${sessionDrivers}
  where ${eq(sessionDrivers.sessionId, sessions.id)})`;

/** Columns of a session with its details, beside those of its summary. */
const detailColumns = { raceControl: sessions.raceControl, results };

type SummaryRow = Omit<
  typeof sessions.$inferSelect,
  'detail' | 'createdAt' | 'isRecorded' | 'digest' | 'raceControl' | 'visibility' | 'keyHash' | 'deletedAt'
> & {
  userName: string | null;
  isPublic: boolean;
  hasKey: boolean;
  raceControl?: typeof sessions.$inferSelect.raceControl;
};

/** The contract validates every stored enumeration, so the stored number is one of its values. */
function enumerated<Value extends number | null>(value: number | null): Value {
  return value as Value;
}

/** Converts a row to the contract's summary. */
export function summaryOf(row: SummaryRow): SessionSummary {
  const { version: _, driverLaps: __, raceControl: ___, isPublic, hasKey, ...columns } = row;
  const sessionType = enumerated<SessionSummary['sessionType']>(row.sessionType);
  return {
    ...columns,
    podium: timedPodium({ sessionType, podium: row.podium }),
    sessionId: row.id,
    weekendId: row.weekendLinkIdentifier === null ? null : `${row.userId}.${row.weekendLinkIdentifier}`,
    trackId: enumerated(row.trackId),
    sessionType,
    startWeather: enumerated(row.startWeather),
    sessionStatus: enumerated(row.sessionStatus),
    ...(isPublic ? {} : { isPrivate: true, hasKey }),
  };
}

/** The filter of a list of sessions; each field that is set narrows it. */
export interface SummaryFilter {
  readonly ids?: readonly string[];
  readonly userId?: string;
  /** An empty list means every track. */
  readonly trackIds?: readonly number[];
  /** An empty list means every type. */
  readonly sessionTypes?: readonly number[];
  readonly weekendLink?: number;
  /** Attached to no event, or with drivers that have no name of their own. */
  readonly without?: 'event' | 'names' | undefined;
  /** The key of a page: only what follows it. */
  readonly after?: string | undefined;
}

function conditionOf(filter: SummaryFilter): SQL | undefined {
  const { ids, userId, trackIds = [], sessionTypes = [], weekendLink, without, after } = filter;
  return and(
    ids === undefined ? undefined : inArray(sessions.id, [...ids]),
    userId === undefined ? undefined : eq(sessions.userId, userId),
    trackIds.length === 0 ? undefined : inArray(sessions.trackId, [...trackIds]),
    sessionTypes.length === 0 ? undefined : inArray(sessions.sessionType, [...sessionTypes]),
    weekendLink === undefined ? undefined : eq(sessions.weekendLinkIdentifier, weekendLink),
    without === undefined ? undefined : missing[without],
    isAfter({ time: sessions.sessionStartTime, id: sessions.id }, after),
  );
}

/** Drivers whom a roster names by their race number, in a season of the owner of the session. */
const isOfRoster = sql`exists (select 1 from ${eventSessions} as held
  join ${events} as event on event.id = held.event_id
  join ${seasons} as season on season.id = event.season_id
  join ${sessions} as own on own.id = held.session_id and own.user_id = season.owner_id
  cross join jsonb_array_elements(coalesce(season.roster, '[]')) as driver
  where held.session_id = ${sessionDrivers.sessionId} and event.deleted_at is null and season.deleted_at is null
    and driver->'number' = to_jsonb(${sessionDrivers.carNumber}))`;

/** Drivers that have no name, of their own or by a roster, as an SQL condition. For the functions of this folder. */
export const isUnnamed = sql`((${sessionDrivers.name} ~* ${unnamedPattern}
  or lower(regexp_replace(${sessionDrivers.name}, '\\s+#?[0-9]{1,3}\\s*$', '')) = lower(${sessionDrivers.team})
  and ${sessionDrivers.name} ~ '[0-9]\\s*$') and not ${isOfRoster})`;

/** The parts that a session may lack, as SQL conditions. */
const missing = {
  event: sql`not exists (select 1 from ${eventSessions} join ${events} as event on event.id = ${eventSessions.eventId}
    join ${seasons} as season on season.id = event.season_id
    where ${eq(eventSessions.sessionId, sessions.id)} and event.deleted_at is null and season.deleted_at is null)`,
  names: sql`exists (select 1 from ${sessionDrivers} where ${eq(sessionDrivers.sessionId, sessions.id)} and ${isUnnamed})`,
};

/** Sessions that match a filter and that this viewer may see, newest first. */
export function listSummaries(
  transaction: Transaction,
  viewer: Viewer,
  filter: SummaryFilter,
  limit: number,
  offset = 0,
): Promise<SessionSummary[]> {
  return selectSummaries(transaction, viewer, conditionOf(filter), limit, offset);
}

/** Number of sessions that match a filter and that this viewer may see. */
export function countSessions(transaction: Transaction, viewer: Viewer, filter: SummaryFilter): Promise<number> {
  return transaction.$count(sessions, and(conditionOf(filter), sessionsVisibleTo(viewer)));
}

/** Sessions that match an SQL condition and that this viewer may see, newest first. For the functions of this folder. */
export async function selectSummaries(
  transaction: Transaction,
  viewer: Viewer,
  condition: SQL | undefined,
  limit: number,
  offset = 0,
): Promise<SessionSummary[]> {
  const rows = await transaction
    .select(summaryColumns)
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(condition, sessionsVisibleTo(viewer)))
    .orderBy(desc(sessions.sessionStartTime), desc(sessions.id))
    .limit(limit)
    .offset(offset);
  return rows.map(summaryOf);
}

/** The ids among these that belong to stored sessions which this viewer may see. */
export async function findSessionIds(
  transaction: Transaction,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), sessionsVisibleTo(viewer)));
  return new Set(rows.map((row) => row.id));
}

/** A session that this viewer may see, with its race control and the name of its owner. */
export async function findSummaryRow(transaction: Transaction, viewer: Viewer, id: string) {
  const [row] = await transaction
    .select({ ...summaryColumns, ...detailColumns })
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(eq(sessions.id, id), sessionsVisibleTo(viewer)));
  return row ?? null;
}

/** The same with its compressed detail. */
export async function findSession(transaction: Transaction, viewer: Viewer, id: string) {
  const [row] = await transaction
    .select({ ...summaryColumns, ...detailColumns, detail: sessions.detail })
    .from(sessions)
    .leftJoin(profiles, eq(profiles.id, sessions.userId))
    .where(and(eq(sessions.id, id), sessionsVisibleTo(viewer)));
  return row ?? null;
}

type SessionRow = typeof sessions.$inferInsert;

/**
 * Locks a user's sessions by the id that the game gave them, the first one first. No other transaction stores one of
 * them until this one ends.
 */
export async function lockSessionsByGameId(transaction: Transaction, userId: string, internalSessionId: string) {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`session ${userId} ${internalSessionId}`}, 0))`,
  );
  return transaction
    .select({
      id: sessions.id,
      version: sessions.version,
      status: sessions.sessionStatus,
      laps: sessions.driverLaps,
      isRecorded: sessions.isRecorded,
      digest: sessions.digest,
      sessionStartTime: sessions.sessionStartTime,
      detail: sessions.detail,
    })
    .from(sessions)
    .where(
      and(eq(sessions.userId, userId), eq(sessions.internalSessionId, internalSessionId), isNull(sessions.deletedAt)),
    )
    .orderBy(sessions.sessionStartTime, sessions.id)
    .for('update');
}

/** Locks a session that this viewer may see. */
export async function lockSession(transaction: Transaction, viewer: Viewer, id: string) {
  const [row] = await transaction
    .select({ id: sessions.id, version: sessions.version, ownerId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.id, id), sessionsVisibleTo(viewer)))
    .for('update');
  return row ?? null;
}

/** Stores a new session. Returns false when the user already has one with this game id and start. */
export async function insertSession(transaction: Transaction, row: SessionRow): Promise<boolean> {
  const written = await transaction.insert(sessions).values(row).onConflictDoNothing().returning({ id: sessions.id });
  return written.length > 0;
}

/** Overwrites a stored session with another version of it. */
export async function replaceSession(
  transaction: Transaction,
  id: string,
  changed: Omit<SessionRow, 'id' | 'userId' | 'version' | 'createdAt'>,
): Promise<void> {
  await transaction
    .update(sessions)
    .set({ ...changed, version: sql`${sessions.version} + 1` })
    .where(eq(sessions.id, id));
  await transaction.delete(sessionDrivers).where(eq(sessionDrivers.sessionId, id));
}
