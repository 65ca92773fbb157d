import { useState } from 'react';
import type { SeasonEvent } from '#contract/entities/season';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { pageIcons } from '../../../components/page-icons.ts';
import { formatCount } from '../../../format/count.ts';
import { formatInstant } from '../../../format/date.ts';
import { trackName, typeName } from '../../../format/names.ts';
import { AttachedSession } from './AttachedSession.tsx';
import { ConfirmedWrite } from './ConfirmedWrite.tsx';
import { EventForm } from './EventForm.tsx';
import { SessionPicker } from './SessionPicker.tsx';
import type { SectionProps } from './section-props.ts';

interface EventCardProps extends SectionProps {
  readonly event: SeasonEvent;
  readonly round: number;
  readonly isLast: boolean;
  /** It is dragged, or another one is dragged to its place. */
  readonly isMarked: boolean;
  /** There are unsaved changes of this event: its form is open. */
  readonly hasDraft: boolean;
  /** Moves it up (-1) or down (1). */
  readonly onMove: (by: number) => void;
  readonly onDrag: (isDragged: boolean) => void;
}

/** One event: its description, its place in the order, its sessions, and its actions. */
export function EventCard(props: EventCardProps) {
  const { season, version, event, round, isMarked, hasDraft } = props;
  const [open, setOpen] = useState<'sessions' | 'form' | 'picker' | null>(null);
  const deleteEvent = useWrite('deleteEvent');
  const title = event.name ?? trackName(event.track);
  const toggle = (part: 'sessions' | 'form' | 'picker') => setOpen(open === part ? null : part);
  return (
    <article
      aria-label={`Round ${round}, ${title}`}
      className={`stack gap-3 rounded-8 border bg-panel p-3 ${isMarked ? 'border-favourite' : 'border-line'}`}
    >
      <header className="flex items-start gap-x-2">
        <b className="w-7 shrink-0 text-20 font-800 text-mute">{round}</b>
        <div className="stack min-w-0 flex-1 gap-0.5">
          <h3 className="name-line text-17 font-750">
            <bdi>{title}</bdi>
          </h3>
          <p className="text-14 text-mute">
            {event.name === null ? null : `${trackName(event.track)} · `}
            {event.startsAt === null ? 'No date yet' : formatInstant(event.startsAt)}
            {event.pointsFactor === undefined || event.pointsFactor === 1 ? null : ` · points × ${event.pointsFactor}`}
          </p>
        </div>
        <Order {...props} title={title} />
      </header>
      <div className="flex flex-wrap items-center gap-2 wide:pl-9">
        <p className="text-14 text-mute max-wide:w-full wide:mr-auto">
          {event.sessions.length === 0
            ? 'No sessions yet.'
            : event.sessions.map(({ session }) => typeName(session.sessionType)).join(' · ')}
        </p>
        {event.sessions.length === 0 ? null : (
          <Button
            className="max-desk:px-2.5"
            aria-expanded={open === 'sessions'}
            aria-label={`${formatCount(event.sessions.length, 'session')} of ${title}`}
            onClick={() => toggle('sessions')}
          >
            {open === 'sessions' ? 'Close' : formatCount(event.sessions.length, 'session')}
          </Button>
        )}
        <Button
          className="max-desk:px-2.5"
          aria-expanded={open === 'picker'}
          aria-label={`Add sessions to ${title}`}
          onClick={() => toggle('picker')}
        >
          {open === 'picker' ? 'Close' : event.sessions.length === 0 ? 'Add sessions' : 'Add'}
        </Button>
        {hasDraft ? null : (
          <Button
            className="max-desk:px-2.5"
            aria-expanded={open === 'form'}
            aria-label={`Edit ${title}`}
            onClick={() => toggle('form')}
          >
            {open === 'form' ? 'Close' : 'Edit'}
          </Button>
        )}
        <ConfirmedWrite
          label="Delete"
          description={`Delete ${title}`}
          question={
            event.sessions.length === 0 ? 'Delete this event?' : 'Delete this event? Its results leave the standings.'
          }
          confirmLabel="Delete event"
          write={(key, signal) =>
            deleteEvent({ entity: season, version, params: { seasonId: season.id, eventId: event.id }, key, signal })
          }
        />
      </div>
      {open === 'sessions' && event.sessions.length > 0 ? (
        <ul className="grid border-t border-hair">
          {event.sessions.map((attached) => (
            <li key={attached.session.id} className="border-b border-hair last:border-0">
              <AttachedSession season={season} version={version} event={event} attached={attached} />
            </li>
          ))}
        </ul>
      ) : null}
      {open === 'form' || hasDraft ? <EventForm season={season} version={version} event={event} /> : null}
      {open === 'picker' ? (
        <SessionPicker season={season} version={version} event={event} onAttached={() => setOpen('sessions')} />
      ) : null}
    </article>
  );
}

/** Buttons that move the event, and a handle to drag it by. */
function Order({ title, round, isLast, onMove, onDrag }: EventCardProps & { title: string }) {
  return (
    <div className="-mt-1.5 -mr-1.5 flex shrink-0">
      <IconButton icon={pageIcons.up} label={`Move ${title} up`} isDisabled={round === 1} onClick={() => onMove(-1)} />
      <IconButton icon={pageIcons.down} label={`Move ${title} down`} isDisabled={isLast} onClick={() => onMove(1)} />
      <span
        draggable
        aria-hidden="true"
        title="Drag to change the order"
        onDragStart={(drag) => {
          drag.dataTransfer.effectAllowed = 'move';
          drag.dataTransfer.setData('text/plain', title);
          onDrag(true);
        }}
        onDragEnd={() => onDrag(false)}
        className="hidden size-11 cursor-grab place-items-center text-mute hover:text-text desk:grid"
      >
        <Icon path={pageIcons.drag} />
      </span>
    </div>
  );
}
