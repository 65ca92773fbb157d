import type { NearbyRound, SessionEvent, SessionSummary } from '#contract/entities/session';
import { type Scoring, SessionType, type Track } from '#contract/enumerations';
import { scoringsOf } from '#contract/race/event-scoring';
import { listNearbyRounds, listPlaces } from '../storage/session-events.ts';
import { type Context, callerIdOf } from './context.ts';

/** A session names so many events; more seasons than that hold none of a league. */
const maxEvents = 5;

/** These sessions with the events that hold them and that the caller may see. */
export async function withEvents<Session extends SessionSummary>(
  context: Context,
  sessions: readonly Session[],
): Promise<Session[]> {
  const found = await findEvents(
    context,
    sessions.map(({ id }) => id),
  );
  return sessions.map((session) => ({ ...session, events: found.get(session.id) ?? [] }));
}

/** The events that hold one session, with the rounds before and after. */
export async function findEventsOf(context: Context, sessionId: string): Promise<SessionEvent[]> {
  const found = (await findEvents(context, [sessionId])).get(sessionId) ?? [];
  if (found.length === 0) return [];
  const nearby = await listNearbyRounds(context.transaction, found);
  const at = ({ seasonId }: SessionEvent, round: number): NearbyRound | null => {
    const event = nearby.find((each) => each.seasonId === seasonId && each.round === round);
    if (event === undefined) return null;
    const { eventId, name, track, sessionId: last } = event;
    // The contract has checked the track.
    return { eventId, round, name, track: track as Track, sessionId: last };
  };
  return found.map((event) => ({ ...event, previous: at(event, event.round - 1), next: at(event, event.round + 1) }));
}

async function findEvents(context: Context, ids: readonly string[]): Promise<Map<string, SessionEvent[]>> {
  const events = new Map<string, SessionEvent[]>();
  if (ids.length === 0) return events;
  const options = { visibleTo: callerIdOf(context), onlyAgreed: true };
  for (const place of await listPlaces(context.transaction, ids, options)) {
    const { sessionId, seasonId, seasonName, league, eventId, name, round } = place;
    const listed = events.get(sessionId) ?? [];
    if (listed.length === maxEvents) continue;
    events.set(sessionId, [
      ...listed,
      { seasonId, seasonName, league, eventId, name, round, scoring: scoringOf(place) },
    ]);
  }
  return events;
}

type Place = Awaited<ReturnType<typeof listPlaces>>[number];

/** How a session scores beside the longest race of its event. */
function scoringOf({ sessionType, numberOfLaps, scoring, podium, longestRace }: Place): Scoring {
  // Stored with a number that the contract has checked.
  const session = { sessionType: sessionType as SessionType, numberOfLaps, scoring, drivers: podium };
  const longest = { sessionType: SessionType.Race, numberOfLaps: longestRace, drivers: [] };
  return scoringsOf(longestRace === null ? [session] : [session, longest])[0]?.scoring ?? 'none';
}
