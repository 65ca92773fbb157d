import type { ReactNode } from 'react';
import type { SeasonEvent } from '#contract/entities/season';
import { Track } from '#contract/enumerations';
import { formatInstant } from '../../format/date.ts';
import { trackName, typeName } from '../../format/names.ts';
import { Empty } from '../Empty.tsx';
import { PageLink } from '../PageLink.tsx';

interface CalendarProps {
  readonly events: readonly SeasonEvent[];
  /** A button for an event that has sessions. */
  readonly action: (event: SeasonEvent) => ReactNode;
  /** The link to a live session that is the race of an event; `otherwise` while it does not run. */
  readonly live: (liveId: string, otherwise: ReactNode) => ReactNode;
}

/** The events in order, with their sessions or their dates. */
export function Calendar({ events, action, live }: CalendarProps) {
  if (events.length === 0)
    return <Empty title="No events yet">Events appear here once the season’s owner plans them.</Empty>;
  return (
    <ol className="grid gap-2.5 desk:grid-cols-2">
      {events.map((event, index) => (
        <li key={event.id} className="card grid content-start gap-2.5 p-3.5">
          <div className="flex flex-wrap items-start gap-3">
            <b className="w-8 shrink-0 text-26 font-800 text-mute">{index + 1}</b>
            <div className="grid min-w-0 flex-1 basis-24 gap-0.5">
              <h2 className="name-line text-17 font-750">
                <bdi>{event.name ?? trackName(event.track)}</bdi>
              </h2>
              <p className="text-14 text-mute">
                {event.track === Track.Unknown ? null : (
                  <>
                    <PageLink
                      href={`/tracks/${event.track}`}
                      className="inline-flex min-h-6 items-center gap-1 underline underline-offset-4 hover:text-text"
                    >
                      {event.name === null ? 'Track map' : trackName(event.track)}
                    </PageLink>{' '}
                    ·{' '}
                  </>
                )}
                {event.startsAt === null ? 'No date yet' : formatInstant(event.startsAt)}
              </p>
            </div>
            {event.sessions.length === 0 ? null : <div className="ml-auto shrink-0">{action(event)}</div>}
          </div>
          <Outlook event={event} live={live} />
          {event.sessions.length === 0 ? null : (
            <ul className="flex flex-wrap gap-2">
              {event.sessions.map(({ session }) => (
                <li key={session.id}>
                  <PageLink
                    href={`/sessions/${session.id}`}
                    className="flex h-11 items-center gap-1.5 rounded-full border border-line px-4 text-14 font-650 hover:border-mute"
                  >
                    {typeName(session.sessionType)}
                  </PageLink>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Upcoming races: one that runs now, or was not run yet. */
function Outlook({ event, live }: { event: SeasonEvent } & Pick<CalendarProps, 'live'>) {
  const otherwise = event.sessions.length === 0 ? <p className="text-14 text-mute">Not raced yet</p> : null;
  return event.liveId === undefined ? otherwise : live(event.liveId, otherwise);
}
