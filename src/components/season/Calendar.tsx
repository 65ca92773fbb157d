import type { ReactNode } from 'react';
import type { SeasonEvent } from '#contract/season';
import { formatInstant } from '../../format/date.ts';
import { trackName, typeName } from '../../format/names.ts';
import { Empty } from '../Empty.tsx';

interface CalendarProps {
  readonly events: readonly SeasonEvent[];
  /** What can be done with an event that has sessions. */
  readonly action: (event: SeasonEvent) => ReactNode;
}

/** Events in order, with their sessions or when they will be. */
export function Calendar({ events, action }: CalendarProps) {
  if (events.length === 0)
    return <Empty title="No events yet">The season’s owner plans them; they show here with their dates.</Empty>;
  return (
    <ol className="grid gap-2.5 desk:grid-cols-2">
      {events.map((event, index) => (
        <li key={event.id} className="card grid content-start gap-2.5 p-3.5">
          <div className="flex items-start gap-3">
            <b className="w-8 shrink-0 text-26 font-800 text-mute">{index + 1}</b>
            <div className="grid min-w-0 gap-0.5">
              <h3 className="truncate text-17 font-750">
                <bdi>{event.name ?? trackName(event.track)}</bdi>
              </h3>
              <p className="text-14 text-mute">
                {event.name === null ? null : `${trackName(event.track)} · `}
                {event.startsAt === null ? 'no date yet' : formatInstant(event.startsAt)}
              </p>
            </div>
            {event.sessions.length === 0 ? null : <div className="ml-auto shrink-0">{action(event)}</div>}
          </div>
          {event.sessions.length === 0 ? (
            <p className="text-14 text-mute">Still to come</p>
          ) : (
            <ul className="flex flex-wrap gap-2">
              {event.sessions.map(({ session }) => (
                <li key={session.id}>
                  <a
                    href={`/sessions/${session.id}`}
                    className="grid h-11 place-items-center rounded-full border border-line px-4 text-14 font-650 hover:border-mute"
                  >
                    {typeName(session.sessionType)}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
