// Where a season stands: the same in lists, on pages, in pictures, previews, calendars and to-dos.
import { eventDuration } from '../constants.ts';
import type { SeasonSummary } from '../entities/season.ts';
import { isRace, type Scoring, SessionStatus, type SessionType } from '../enumerations.ts';

/** `overdue`: its time is over, and it has no race. */
export type EventState = 'raced' | 'live' | 'overdue' | 'planned' | 'undated';

interface RunSession {
  readonly sessionType: SessionType;
  /** Absent: finished. */
  readonly sessionStatus?: SessionStatus;
}

/** An event of a season as its page has it, or as the scoring reads it. */
interface RunEvent {
  readonly liveId?: string | null | undefined;
  readonly sessions: readonly (
    | (RunSession & { readonly scoring?: Scoring | null | undefined })
    | { readonly session: RunSession; readonly scoring?: Scoring | null | undefined }
  )[];
}

type DatedEvent = RunEvent & { readonly startsAt: string | null };

/** Whether an event has a race or sprint that gives points: one that is over, or that its owner lets count. */
export function isRaced({ sessions }: RunEvent): boolean {
  return sessions.some((each) => {
    const { sessionType, sessionStatus = SessionStatus.Finished } = 'session' in each ? each.session : each;
    if (each.scoring != null) return each.scoring !== 'none';
    return isRace(sessionType) && sessionStatus === SessionStatus.Finished;
  });
}

/** How far an event is; `now` in ms since 1970. */
export function eventStateOf(event: DatedEvent, now: number): EventState {
  if (event.liveId != null) return 'live';
  if (isRaced(event)) return 'raced';
  if (event.startsAt === null) return 'undated';
  return isOverdue(event.startsAt, now) ? 'overdue' : 'planned';
}

/** Whether the time of an event that starts then is over. */
export function isOverdue(startsAt: string, now: number): boolean {
  return Date.parse(startsAt) + eventDuration <= now;
}

/** The last round with a race, 0 before the first one, and how many rounds there are. */
export function progressOf(events: readonly RunEvent[]): { readonly round: number; readonly rounds: number } {
  return { round: events.findLastIndex(isRaced) + 1, rounds: events.length };
}

/** How far a season is: `Round 5 of 8`, or in words before its first race. */
export function progressText({ round, rounds }: ReturnType<typeof progressOf>): string {
  if (rounds === 0) return 'No events yet';
  if (round > 0) return `Round ${round} of ${rounds}`;
  return rounds === 1 ? '1 event, not driven yet' : `${rounds} events, none driven yet`;
}

/** The same of a season in a list: servers before `lastRound` count the events with a session. */
export function summaryProgress({
  eventCount = 0,
  eventsRun = 0,
  lastRound,
}: Pick<SeasonSummary, 'eventCount' | 'eventsRun' | 'lastRound'>): ReturnType<typeof progressOf> {
  return { round: lastRound ?? eventsRun, rounds: eventCount };
}

/** The rounds after the last one with a race, without one that is live; counted from 1. */
export function roundsAhead<Event extends RunEvent>(
  events: readonly Event[],
): { readonly event: Event; readonly round: number }[] {
  const { round: last } = progressOf(events);
  return events.flatMap((event, index) => (index < last || event.liveId != null ? [] : [{ event, round: index + 1 }]));
}

/** The round that is next: the first one ahead whose time is not over. */
export function nextRoundIn<Event extends DatedEvent>(
  events: readonly Event[],
  now: number,
): { readonly event: Event; readonly round: number } | null {
  return roundsAhead(events).find(({ event }) => eventStateOf(event, now) !== 'overdue') ?? null;
}
