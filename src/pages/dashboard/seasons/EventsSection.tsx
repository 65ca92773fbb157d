import { progressOf } from '#contract/race/championship';
import { Empty } from '../../../components/Empty.tsx';
import { formatCount } from '../../../format/count.ts';
import { AddEventForm } from './AddEventForm.tsx';
import { EventCard } from './EventCard.tsx';
import type { SectionProps } from './section-props.ts';

/** The events in order, each with its sessions. */
export function EventsSection({ season, version }: SectionProps) {
  const { events } = season;
  return (
    <>
      {events.length === 0 ? (
        <Empty title="No events yet">Add the first round below: its track, and when it is.</Empty>
      ) : (
        <>
          <p className="text-mute">
            {formatCount(events.length, 'event')}, {progressOf(season).run} with sessions
          </p>
          <ol className="grid gap-2.5">
            {events.map((event, index) => (
              <li key={event.id} id={`event-${event.id}`} className="min-w-0 scroll-mt-20">
                <EventCard season={season} version={version} event={event} round={index + 1} />
              </li>
            ))}
          </ol>
        </>
      )}
      <AddEventForm season={season} version={version} />
    </>
  );
}
