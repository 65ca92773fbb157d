import { LRUCache } from 'lru-cache';
import type { Ruling } from '#contract/entities/ruling';
import type { Track } from '#contract/enumerations';
import type { ScoredDriver, ScoredEvent } from '#contract/race/results';
import { listRulings } from '../storage/rulings.ts';
import {
  type AttachedSession,
  type EventRow,
  listAttached,
  listEvents,
  listResults,
} from '../storage/season-events.ts';
import type { SeasonRow } from '../storage/seasons.ts';
import { type Context, viewerOf } from './context.ts';

/** A season with all that belongs to it but the results. */
export interface SeasonParts {
  readonly row: SeasonRow;
  readonly eventRows: readonly EventRow[];
  /** The sessions that count. */
  readonly attached: readonly AttachedSession[];
  /** Private sessions that do not count, as the caller may see them. */
  readonly uncounted: readonly AttachedSession[];
  readonly rulings: readonly Ruling[];
}

export interface SeasonData extends Omit<SeasonParts, 'attached'> {
  readonly attached: readonly ScoredSession[];
  readonly results: Awaited<ReturnType<typeof listResults>>;
}

type ScoredSession = Pick<AttachedSession, 'eventId' | 'scoring' | 'session'>;

/** Reads all events, sessions and rulings of a season: one query for each table. */
export async function loadSeasonParts(context: Context, row: SeasonRow): Promise<SeasonParts> {
  const { transaction } = context;
  const eventRows = await listEvents(transaction, row.id);
  const all = eventRows.length === 0 ? [] : await listAttached(transaction, viewerOf(context), row.id);
  return {
    row,
    eventRows,
    attached: all.filter(({ counts }) => counts),
    uncounted: all.filter(({ counts, isVisible }) => !counts && isVisible),
    rulings: await listRulings(transaction, row.id),
  };
}

/** The results of recently read sessions by id and version; limited by the number of drivers. */
const cachedResults = new LRUCache<string, ScoredDriver[]>({ maxSize: 50_000 });

/** The results of sessions, by session id. A version's results never change, so each is read once. */
export async function loadResults(
  context: Context,
  attached: readonly { readonly session: { readonly id: string }; readonly version: number }[],
): Promise<Map<string, ScoredDriver[]>> {
  const results = new Map<string, ScoredDriver[]>();
  const missing: { readonly id: string; readonly key: string }[] = [];
  for (const { session, version } of attached) {
    const key = `${session.id} ${version}`;
    const cached = cachedResults.get(key);
    if (cached === undefined) missing.push({ id: session.id, key });
    else results.set(session.id, cached);
  }
  if (missing.length === 0) return results;
  const read = await listResults(context.transaction, { sessionIds: missing.map(({ id }) => id) });
  for (const [id, drivers] of read) results.set(id, drivers);
  // An uncommitted read may be rolled back.
  context.afterCommit(() => {
    for (const { id, key } of missing) {
      const drivers = read.get(id) ?? [];
      cachedResults.set(key, drivers, { size: drivers.length + 1 });
    }
  });
  return results;
}

/** The same with the results. */
export async function loadSeasonData(context: Context, row: SeasonRow): Promise<SeasonData> {
  const parts = await loadSeasonParts(context, row);
  return { ...parts, results: await loadResults(context, parts.attached) };
}

/** The events of a season as the scoring reads them. */
export function scoredEventsOf({
  eventRows,
  attached,
  results,
}: Omit<SeasonData, 'rulings' | 'row' | 'uncounted'>): ScoredEvent[] {
  return eventRows.map(({ id, track, pointsFactor }) => ({
    id,
    track: track as Track,
    pointsFactor,
    sessions: attached
      .filter(({ eventId }) => eventId === id)
      .map(({ session, scoring }) => ({
        sessionId: session.id,
        sessionType: session.sessionType,
        numberOfLaps: session.numberOfLaps,
        sessionStatus: session.sessionStatus,
        scoring,
        drivers: results.get(session.id) ?? [],
      })),
  }));
}
