import { useState } from 'react';
import type { SeasonEvent } from '#contract/season';
import { useMutation } from '../../../actors/mutation.ts';
import { useSeasonWrites } from '../../../actors/season.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { formatInstant } from '../../../format/date.ts';
import { trackName } from '../../../format/names.ts';
import { AttachedSession } from './AttachedSession.tsx';
import { ConfirmButton } from './ConfirmButton.tsx';
import { SessionPicker } from './SessionPicker.tsx';
import type { SectionProps } from './section-props.ts';

interface EventCardProps extends SectionProps {
  readonly event: SeasonEvent;
  readonly round: number;
}

/** One event: what it is, its sessions, and what can be done with it. */
export function EventCard({ season, version, event, round }: EventCardProps) {
  const writes = useSeasonWrites(season.id);
  const [isPicking, setIsPicking] = useState(false);
  const title = event.name ?? trackName(event.track);
  const params = { seasonId: season.id, eventId: event.id };
  const deletion = useMutation({ run: (_: undefined, key) => writes.send('deleteEvent', { params }, { key }) });
  return (
    <article aria-label={`Round ${round}, ${title}`} className="grid gap-3 rounded-8 border border-line p-3">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <b className="w-7 shrink-0 text-20 font-800 text-mute">{round}</b>
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
          <h3 className="truncate text-17 font-750">
            <bdi>{title}</bdi>
          </h3>
          <p className="text-14 text-mute">
            {event.name === null ? null : `${trackName(event.track)} · `}
            {event.startsAt === null ? 'No date yet' : formatInstant(event.startsAt)}
          </p>
        </div>
      </header>
      {event.sessions.length === 0 ? (
        <p className="text-14 text-mute">No sessions yet.</p>
      ) : (
        <ul className="grid border-t border-hair">
          {event.sessions.map(({ session }) => (
            <li key={session.id} className="border-b border-hair">
              <AttachedSession season={season} version={version} event={event} session={session} />
            </li>
          ))}
        </ul>
      )}
      <FormError failure={deletion.failure} secondsLeft={deletion.secondsLeft} />
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="action border border-line"
          aria-expanded={isPicking}
          aria-label={`Add sessions to ${title}`}
          onClick={() => setIsPicking(!isPicking)}
        >
          {isPicking ? 'Close' : 'Add sessions'}
        </button>
        <ConfirmButton
          label="Delete"
          description={`Delete ${title}`}
          question={
            event.sessions.length === 0 ? 'Delete this event?' : 'Delete this event? Its results leave the standings.'
          }
          confirmLabel="Delete event"
          isBusy={deletion.isBusy}
          onConfirm={() => deletion.submit(undefined)}
        />
      </div>
      {isPicking ? <SessionPicker season={season} event={event} onAttached={() => setIsPicking(false)} /> : null}
    </article>
  );
}
