import type { ReactNode } from 'react';
import type { Season, SeasonEvent } from '#contract/entities/season';
import { Track, type Track as TrackId } from '#contract/enumerations';
import { eventPath } from '#contract/pages/event-path';
import { isIncomplete } from '#contract/race/describe-session';
import { scoringIn } from '#contract/race/preview';
import { type RoundResult, roundResults } from '#contract/race/round-result';
import { eventStateOf, nextRoundIn } from '#contract/race/season-progress';
import { Empty } from '../../components/Empty.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { TeamBar } from '../../components/TeamBar.tsx';
import { asUtc, formatDay, formatInstant, formatStart } from '../../format/date.ts';
import { scoredName, trackName } from '../../format/names.ts';
import { seasonSessionPath } from '../../format/session-path.ts';
import { formatUntil } from '../../format/until.ts';
import { useHydrated } from '../../navigation/use-hydrated.ts';

interface CalendarProps {
  readonly season: Season;
  /** In ms since 1970. */
  readonly now: number;
  readonly outline: (track: TrackId) => ReactNode;
  /** More actions for an event. */
  readonly menu: (event: SeasonEvent) => ReactNode;
  /** The link to a live session that is the race of an event; `otherwise` while it does not run. */
  readonly live: (liveId: string, otherwise: ReactNode) => ReactNode;
}

/** The events in order: date, winner and pole, sessions; the next one has an edge. */
export function Calendar({ season, now, outline, menu, live }: CalendarProps) {
  const { events } = season;
  if (events.length === 0)
    return <Empty title="No events yet">Events appear here once the season’s owner plans them.</Empty>;
  const results = roundResults(season);
  const next = (nextRoundIn(events, now)?.round ?? 0) - 1;
  return (
    <ol className="grid border-t border-line">
      {events.map((event, index) => (
        <li
          key={event.id}
          className={`flex items-start gap-2 border-b border-l-2 border-b-hair py-2.5 pl-2 desk:items-center desk:gap-3 ${index === next ? 'border-l-amber' : 'border-l-transparent'}`}
        >
          <span className="grid w-7 shrink-0 items-center justify-items-center gap-1 text-mute desk:w-15 desk:grid-cols-[28px_24px] desk:gap-2">
            <b className="text-20 font-800">{index + 1}</b>
            {/* Its place is free until the outline is known: nothing moves. */}
            <span className="size-6">{outline(event.track)}</span>
          </span>
          <div className="grid min-w-0 flex-1 gap-2 desk:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,5fr)] desk:items-center desk:gap-4">
            <div className="grid min-w-0">
              <h2 className="name-line text-17 font-750">
                <bdi>{event.name ?? trackName(event.track)}</bdi>
              </h2>
              <p className="text-14 text-mute">
                {event.name === null || event.track === Track.Unknown ? null : `${trackName(event.track)} · `}
                <EventDate event={event} />
                {event.hasSprint === true && event.sessions.length === 0 ? ' · with a sprint' : null}
                <Until event={event} isNext={index === next} now={now} />
              </p>
            </div>
            <Winner result={results[index]} />
            <Sessions
              seasonId={season.id}
              event={event}
              live={live}
              hasLineUp={event.sessions.length === 0 && (season.roster ?? []).length > 0}
            />
          </div>
          <span className="-my-1 shrink-0">{menu(event)}</span>
        </li>
      ))}
    </ol>
  );
}

function EventDate({ event: { startsAt, sessions } }: { event: SeasonEvent }) {
  const run = sessions.map(({ session }) => session.sessionStartTime).sort();
  const last = run.at(-1);
  if (last !== undefined) return <LocalTime instant={last} format={formatDay} />;
  return startsAt === null ? 'No date yet' : <Start instant={startsAt} />;
}

/** The start of a planned event with the name of its time zone, which is UTC on the server. */
function Start({ instant }: { instant: string }) {
  return useHydrated() ? formatInstant(instant) : `${formatStart(asUtc(instant))}\u00a0UTC`;
}

function Until({ event, isNext, now }: { event: SeasonEvent; isNext: boolean; now: number }) {
  const state = eventStateOf(event, now);
  if (state === 'overdue') return ' · not raced yet';
  if (event.startsAt === null || state !== 'planned') return null;
  const until = formatUntil(Date.parse(event.startsAt), now);
  if (until === null) return null;
  return (
    <>
      {' · '}
      <b className={`whitespace-nowrap ${isNext ? 'font-750 text-amber' : 'font-650'}`}>{until}</b>
    </>
  );
}

function Winner({ result }: { result: RoundResult | undefined }) {
  if (result === undefined || (result.winner === null && result.pole === null))
    return <span className="max-desk:hidden" />;
  const { winner, pole } = result;
  return (
    <div className="grid min-w-0">
      {winner === null ? null : (
        <p className="flex min-w-0 items-center gap-2">
          <TeamBar team={winner.team} height={18} />
          <span className="sr-only">Winner</span>
          <bdi className="truncate font-750">{winner.name}</bdi>
        </p>
      )}
      {pole === null ? null : (
        <p className="truncate text-14 text-mute">
          Pole <bdi>{pole.name}</bdi>
        </p>
      )}
    </div>
  );
}

interface SessionsProps extends Pick<CalendarProps, 'live'> {
  readonly seasonId: string;
  readonly event: SeasonEvent;
  /** Whether its drivers are known before it is driven. */
  readonly hasLineUp: boolean;
}

function Sessions({ seasonId, event, live, hasLineUp }: SessionsProps) {
  const chips = event.sessions
    .map(({ session }) => session)
    // The race comes first: what wraps is practice.
    .sort((one, other) => Date.parse(other.sessionStartTime) - Date.parse(one.sessionStartTime));
  if (chips.length === 0 && event.liveId === undefined && !hasLineUp) return <span className="max-desk:hidden" />;
  return (
    <ul className="flex flex-wrap gap-1.5 desk:justify-end">
      {chips.map(({ id, sessionType, sessionStatus }) => (
        <li key={id}>
          <PageLink
            href={seasonSessionPath(seasonId, id)}
            className="flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 text-14 font-650 hover:border-mute tiny:px-2"
          >
            {scoredName(sessionType, scoringIn(event, id))}
            {isIncomplete({ sessionStatus }) ? <span className="text-amber">incomplete</span> : null}
          </PageLink>
        </li>
      ))}
      {hasLineUp ? (
        <li>
          <PageLink
            href={eventPath(seasonId, event.id)}
            className="flex min-h-11 items-center rounded-full border border-line px-3.5 text-14 font-650 hover:border-mute tiny:px-2"
          >
            Line-up
          </PageLink>
        </li>
      ) : null}
      {event.liveId === undefined ? null : <li>{live(event.liveId, null)}</li>}
    </ul>
  );
}
