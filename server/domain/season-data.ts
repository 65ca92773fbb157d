import type { Track } from '#contract/enumerations';
import type { ScoredEvent } from '#contract/race/results';
import type { Ruling } from '#contract/scoring';
import { listRulings } from '../storage/rulings.ts';
import {
  type AttachedSession,
  type EventRow,
  listAttached,
  listEvents,
  listResults,
} from '../storage/season-events.ts';
import type { SeasonRow } from '../storage/seasons.ts';
import type { Context } from './context.ts';
import { toRulings } from './ruling-rows.ts';

/** A season with all that belongs to it but the results. */
export interface SeasonParts {
  readonly row: SeasonRow;
  readonly eventRows: readonly EventRow[];
  readonly attached: readonly AttachedSession[];
  readonly rulings: readonly Ruling[];
}

/** What the standings of a season are computed from. */
export interface SeasonData extends Omit<SeasonParts, 'attached'> {
  readonly attached: readonly Omit<AttachedSession, 'version'>[];
  readonly results: Awaited<ReturnType<typeof listResults>>;
}

/** Reads all events, sessions and rulings of a season: one query for each table. */
export async function loadSeasonParts({ transaction }: Context, row: SeasonRow): Promise<SeasonParts> {
  const eventRows = await listEvents(transaction, row.id);
  const attached = eventRows.length === 0 ? [] : await listAttached(transaction, row.id);
  return { row, eventRows, attached, rulings: (await listRulings(transaction, row.id)).flatMap(toRulings) };
}

/** The same with the results. */
export async function loadSeasonData(context: Context, row: SeasonRow): Promise<SeasonData> {
  const parts = await loadSeasonParts(context, row);
  const isEmpty = parts.attached.length === 0;
  return { ...parts, results: isEmpty ? new Map() : await listResults(context.transaction, { seasonId: row.id }) };
}

/** The events of a season as the scoring reads them. */
export function scoredEventsOf({ eventRows, attached, results }: Omit<SeasonData, 'rulings' | 'row'>): ScoredEvent[] {
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
