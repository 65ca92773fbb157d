import type { LeagueSeason } from '../entities/record.ts';
import type { Standings } from '../entities/season.ts';
import { scoringsOf } from './event-scoring.ts';
import type { ScoredEvent } from './results.ts';
import { progressOf, roundsAhead } from './season-progress.ts';

/** The leader of a season, its last race and its next round. */
export type SeasonHeadline = Omit<LeagueSeason, 'leagueId' | 'seasonId' | 'seasonName'>;

/** An event with what is known of it besides its results. */
export interface PlannedEvent extends ScoredEvent {
  readonly name: string | null;
  readonly startsAt: string | null;
  readonly liveId: string | null;
}

/** The limit of rounds ahead: lists contain the seasons of many leagues. */
const maxAhead = 30;

/** `startOf`: when a session began, by its id. */
export function seasonHeadlineOf(
  events: readonly PlannedEvent[],
  { drivers }: Standings,
  startOf: ReadonlyMap<string, string>,
): SeasonHeadline {
  const [first] = drivers;
  const results = drivers.flatMap((driver) => driver.results.map((result) => ({ name: driver.name, result })));
  const raced = new Set(results.map(({ result }) => result.sessionId));
  const races = events.flatMap((event, index) =>
    scoringsOf(event.sessions).flatMap(({ session: { sessionId }, scoring }) =>
      scoring === 'race' && raced.has(sessionId)
        ? [{ round: roundOf(event, index), sessionId, startedAt: startOf.get(sessionId) ?? '' }]
        : [],
    ),
  );
  const last = races.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1)).at(-1);
  const ahead = roundsAhead(events)
    .slice(0, maxAhead)
    .map(({ event, round }) => ({ ...roundOf(event, round - 1), startsAt: event.startsAt }));
  const winner = results.find(({ result }) => result.sessionId === last?.sessionId && result.position === 1);
  return {
    rounds: events.length,
    roundsRun: events.filter(({ sessions }) => sessions.length > 0).length,
    leader: first === undefined ? null : { name: first.name, points: first.points },
    lastRace:
      last === undefined
        ? null
        : {
            ...last.round,
            sessionId: last.sessionId,
            startedAt: last.startedAt,
            winner: winner?.name ?? null,
          },
    lastRound: progressOf(events).round,
    nextRound: ahead[0] ?? null,
    ahead,
  };
}

function roundOf({ track, name }: PlannedEvent, index: number) {
  return { round: index + 1, track, eventName: name };
}
