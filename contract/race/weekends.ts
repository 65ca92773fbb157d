import type { SessionSummary } from '../entities/session.ts';
import { isRace } from '../enumerations.ts';
import { isIncomplete } from './describe-session.ts';

/** The sessions of one weekend, the latest first. */
export interface Weekend {
  /** The id of its first session in the list. */
  readonly id: string;
  /** The race that counts, else the latest session, of those that were recorded to their end: the result that the weekend is known by. */
  readonly main: SessionSummary;
  readonly others: readonly SessionSummary[];
}

/**
 * Sessions, the latest first, by weekend: those of one event of a season, those that the game links, and otherwise each
 * session by itself. Weekends of which nothing was recorded to its end are below all others.
 */
export function weekendsOf(sessions: readonly SessionSummary[]): Weekend[] {
  const groups: { readonly keys: Set<string>; readonly sessions: SessionSummary[] }[] = [];
  for (const session of sessions) {
    const keys = keysOf(session);
    const group = groups.find((each) => keys.some((key) => each.keys.has(key)));
    if (group === undefined) groups.push({ keys: new Set(keys), sessions: [session] });
    else {
      group.sessions.push(session);
      for (const key of keys) group.keys.add(key);
    }
  }
  const weekends = groups.flatMap(({ sessions: own }) => {
    const [latest] = own;
    if (latest === undefined) return [];
    const complete = own.filter((session) => !isIncomplete(session));
    const choices = complete.length === 0 ? own : complete;
    const races = choices.filter(({ sessionType }) => isRace(sessionType));
    const main = races.find((race) => !isSprint(race)) ?? races[0] ?? choices[0] ?? latest;
    return [{ id: latest.id, main, others: own.filter((session) => session !== main) }];
  });
  return [...weekends.filter(({ main }) => !isIncomplete(main)), ...weekends.filter(({ main }) => isIncomplete(main))];
}

/** Whether an event scores the session as a sprint. */
export function isSprint({ events }: SessionSummary): boolean {
  return events?.[0]?.scoring === 'sprint';
}

/** The game gives sessions that belong to no weekend the identifier 0. */
function keysOf({ id, weekendId, events, trackId }: SessionSummary): string[] {
  const isLinked = weekendId !== null && !weekendId.endsWith('.0');
  const keys = [...(isLinked ? [`${weekendId} ${trackId}`] : []), ...(events ?? []).map(({ eventId }) => eventId)];
  return keys.length === 0 ? [id] : keys;
}
