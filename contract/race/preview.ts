import type { Ruling } from '../entities/ruling.ts';
import type { Result, Season, SeasonEvent, Standings } from '../entities/season.ts';
import type { PodiumPlace } from '../entities/session.ts';
import { ResultStatus, SessionStatus } from '../enumerations.ts';
import { scoringsOf } from './event-scoring.ts';
import type { ScoredDriver } from './results.ts';
import { rosterAt } from './roster.ts';
import { defaultRules, standingsOf } from './scoring.ts';
import { rankDrivers, type ScoredResult } from './standings.ts';

/** A session with the results that its points follow from. */
export interface SessionToScore {
  readonly id: string;
  readonly drivers: readonly ScoredDriver[];
}

/**
 * Prepares the standings of a season with other rulings on one of its sessions. Only that session is scored anew, from its
 * details; the results of all others are those of the season. The returned function gets all rulings on the session.
 */
export function preparePreview(season: Season, session: SessionToScore): (rulings: readonly Ruling[]) => Standings {
  const { standings, events } = season;
  const round = events.findIndex((event) => event.sessions.some((attached) => attached.session.id === session.id));
  const event = events[round];
  if (event === undefined) return () => standings;
  const rules = season.scoring ?? defaultRules;
  const aliases = season.aliases ?? [];
  // The event is scored alone: its roster has the seats of that event.
  const eventIds = events.map(({ id }) => id);
  const roster = rosterAt(season.roster ?? [], eventIds, event.id);
  const order = orderOf(events);
  const last = Number.MAX_SAFE_INTEGER;
  const places = placesOf(events);
  const others = resultsOf(standings, places).filter(({ result }) => result.sessionId !== session.id);
  const scoredEvents = [scoredAlone(event, session)];
  return (rulings) => {
    const alone = standingsOf(scoredEvents, { ...rules, droppedResults: 0 }, aliases, rulings, roster);
    const scored = [...others, ...resultsOf(alone, places)].sort(
      ({ result: one }, { result: other }) =>
        (order.get(one.sessionId) ?? 0) - (order.get(other.sessionId) ?? 0) ||
        (one.position ?? last) - (other.position ?? last) ||
        one.driverIdx - other.driverIdx,
    );
    return { ...rankDrivers(scored, aliases, rules, season.teamAliases ?? []), tracks: standings.tracks };
  };
}

/** How a session of an event scores. */
export function scoringIn(event: SeasonEvent, sessionId: string) {
  const sessions = event.sessions.map(({ session, scoring }) => ({ ...session, scoring, drivers: session.podium }));
  return scoringsOf(sessions).find(({ session }) => session.id === sessionId)?.scoring ?? 'none';
}

function scoredAlone(event: SeasonEvent, { id, drivers }: SessionToScore) {
  const attached = event.sessions.find(({ session }) => session.id === id);
  // A session in progress scores only when the owner of the season chose how.
  const isOver = attached?.session.sessionStatus === SessionStatus.Finished || attached?.scoring !== undefined;
  const summary = isOver ? attached?.session : undefined;
  const sessions =
    summary === undefined
      ? []
      : [
          {
            ...summary,
            sessionId: id,
            drivers,
            // Whether a race is the sprint depends on the other sessions of its event.
            scoring: scoringIn(event, id),
          },
        ];
  // The event lists only the first three of its other sessions: enough for pole position.
  const others = event.sessions
    .filter((other) => other !== attached)
    .map(({ session }) => ({
      ...session,
      sessionId: session.id,
      scoring: 'none' as const,
      drivers: session.podium.map(toScored),
    }));
  return {
    id: event.id,
    track: event.track,
    pointsFactor: event.pointsFactor ?? 1,
    sessions: [...sessions, ...others],
  };
}

function toScored(place: PodiumPlace, index: number): ScoredDriver {
  return { ...place, finishingPosition: index + 1, startingPosition: null, resultStatus: ResultStatus.Finished };
}

/** The place of every session in the calendar. */
function orderOf(events: readonly SeasonEvent[]): Map<string, number> {
  const ids = events.flatMap(({ sessions }) => sessions.map(({ session }) => session.id));
  return new Map(ids.map((id, index) => [id, index]));
}

/** The round of every session, and how it scores. */
function placesOf(events: readonly SeasonEvent[]) {
  return new Map(
    events.flatMap((event, round) =>
      event.sessions.map(({ session }) => [session.id, { round, scoring: scoringIn(event, session.id) }] as const),
    ),
  );
}

/** The results in standings, each with its driver, team and round. Names are those that are shown. */
function resultsOf({ drivers, teams = [] }: Standings, places: ReturnType<typeof placesOf>): ScoredResult[] {
  const keyOf = ({ sessionId, driverIdx }: Result) => `${sessionId} ${driverIdx}`;
  const teamOf = new Map(teams.flatMap(({ name, results }) => results.map((result) => [keyOf(result), name] as const)));
  return drivers.flatMap(({ name, results }) =>
    results.flatMap(({ dropped: _, counted: __, ...result }) => {
      const { round = 0, scoring = 'none' } = places.get(result.sessionId) ?? {};
      return scoring === 'none' ? [] : [{ name, team: teamOf.get(keyOf(result)) ?? null, round, scoring, result }];
    }),
  );
}
