// Decides which season's result a session shows.
import type { PodiumPlace, SessionEvent, SessionSummary } from '../entities/session.ts';

interface WithEvents {
  readonly events?: readonly SessionEvent[] | null | undefined;
}

type Ruled = Pick<SessionEvent, 'podium' | 'rulings' | 'classifiedFrom'>;

/** Whether the rules or rulings of an event change the result of its session. */
export function changesResult(event: Ruled): boolean {
  return event.podium !== undefined || event.classifiedFrom !== undefined || changedByStewards(event);
}

/** Whether rulings may change a result: a reprimand does not, nor does a session that does not count. */
export function changedByStewards({ rulings = [] }: Pick<SessionEvent, 'rulings'>): boolean {
  if (rulings.some(({ kind }) => kind === 'excludeSession')) return false;
  return rulings.some(({ kind }) => kind !== 'points');
}

/** Whether an event has another result than the game, or rulings on it. */
export function isRuled(event: Ruled): boolean {
  return changesResult(event) || (event.rulings ?? []).length > 0;
}

/**
 * The event whose result a session shows unless a person chooses another one: the first with another podium, as lists
 * have it, else the first with another result, else the first with any ruling. Null where all have the result of the game.
 */
export function ruledEventOf({ events }: WithEvents): SessionEvent | null {
  const all = events ?? [];
  return all.find(({ podium }) => podium !== undefined) ?? all.find(changesResult) ?? all.find(isRuled) ?? null;
}

/**
 * The event whose result a session shows: of the season with this id, none for the game's result, otherwise the usual one.
 * A season whose rules and rulings change nothing has the game's result, whatever another one has.
 */
export function shownEventOf(session: WithEvents, result: string | null | undefined): SessionEvent | null {
  if (result === 'game') return null;
  const chosen = session.events?.filter(({ seasonId }) => seasonId === result) ?? [];
  if (chosen.length === 0) return ruledEventOf(session);
  return chosen.find(isRuled) ?? null;
}

/**
 * The event whose points a session shows: of the season with this id, although that has not ruled; otherwise the one whose
 * rulings it shows, the first that gives points, or the first.
 */
export function scoredEventOf(session: WithEvents, result: string | null): SessionEvent | null {
  const all = session.events ?? [];
  return (
    all.find(({ seasonId }) => seasonId === result) ??
    shownEventOf(session, result) ??
    all.find(({ scoring }) => scoring !== 'none') ??
    all[0] ??
    null
  );
}

/** The first three of a session in a list, after the rulings of its season. */
export function shownPodium(session: WithEvents & Pick<SessionSummary, 'podium'>): readonly PodiumPlace[] {
  return ruledEventOf(session)?.podium ?? session.podium;
}
