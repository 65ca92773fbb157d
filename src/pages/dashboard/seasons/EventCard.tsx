import { useState } from 'react';
import { deleteEvent } from '#contract/calls/events';
import type { SeasonEvent } from '#contract/entities/season';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { formIcons } from '../../../components/form-icons.ts';
import { Icon } from '../../../components/Icon.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { pageIcons } from '../../../components/page-icons.ts';
import { formatInstant } from '../../../format/date.ts';
import { resultsCost } from '../../../format/deletion-cost.ts';
import { trackName } from '../../../format/names.ts';
import { AttachedSession } from './AttachedSession.tsx';
import { ConfirmedWrite } from './ConfirmedWrite.tsx';
import { EventForm } from './EventForm.tsx';
import { EventRow } from './EventRow.tsx';
import { ResultForm } from './ResultForm.tsx';
import { SessionPicker } from './SessionPicker.tsx';
import type { RightsProps } from './section-props.ts';

interface EventCardProps extends RightsProps {
  readonly event: SeasonEvent;
  readonly round: number;
  readonly isLast: boolean;
  /** The event is dragged, or another one is dragged over it. */
  readonly isMarked: boolean;
  /** There are unsaved changes of this event: its form is open. */
  readonly hasDraft: boolean;
  /** A result that was typed is not added yet: its form is open. */
  readonly hasResultDraft: boolean;
  /** The correction of a result that was entered is not saved yet: its form is open. */
  readonly hasCorrection: boolean;
  /** Moves it up (-1) or down (1). */
  readonly onMove: (by: number) => void;
  readonly onDeleted: () => void;
  readonly onDrag: (isDragged: boolean) => void;
}

/** One event: a row that opens, with its sessions and everything that can be done with it. */
export function EventCard(props: EventCardProps) {
  const { rights, event, round, isMarked, hasDraft, hasResultDraft, hasCorrection, onDrag } = props;
  const [isOpen, setOpen] = useState(false);
  // It stays open once they are saved.
  if (!isOpen && (hasDraft || hasResultDraft || hasCorrection)) setOpen(true);
  const title = event.name ?? trackName(event.track);
  return (
    <article
      aria-label={`Round ${round}, ${title}`}
      className={`stack border-b ${isOpen ? 'bg-raised' : ''} ${isMarked ? 'border-favourite' : 'border-hair'}`}
    >
      <EventRow event={event} round={round} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {rights.can('manageSeason') ? (
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
            className="relative hidden size-11 cursor-grab place-items-center text-mute hover:text-text desk:grid"
          >
            <Icon path={formIcons.drag} />
          </span>
        ) : null}
      </EventRow>
      {isOpen ? <OpenEvent {...props} title={title} /> : null}
    </article>
  );
}

interface OpenEventProps extends EventCardProps {
  readonly title: string;
}

function OpenEvent(props: OpenEventProps) {
  const { season, version, rights, event, hasDraft, hasResultDraft, title } = props;
  const isManager = rights.can('manageSeason');
  const [open, setOpen] = useState<'form' | 'picker' | 'result' | null>(null);
  const toggle = (part: 'form' | 'picker' | 'result') => setOpen(open === part ? null : part);
  return (
    <div className="stack gap-3 px-2 pb-4 desk:pl-12">
      <p className="text-14 text-mute">
        {event.name === null ? null : `${trackName(event.track)} · `}
        {event.startsAt === null ? 'No date yet' : formatInstant(event.startsAt)}
        {event.pointsFactor === undefined || event.pointsFactor === 1 ? null : ` · points × ${event.pointsFactor}`}
        {event.hasSprint == null ? null : event.hasSprint ? ' · with a sprint' : ' · no sprint'}
        {event.sessions.length === 0 ? ' · No sessions yet.' : null}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          className="max-desk:grow max-desk:px-2.5"
          aria-expanded={open === 'picker'}
          aria-label={`Add sessions to ${title}`}
          onClick={() => toggle('picker')}
        >
          {open === 'picker' ? 'Close' : 'Add sessions'}
        </Button>
        {hasResultDraft || !isManager ? null : (
          <Button
            className="max-desk:grow max-desk:px-2.5"
            aria-expanded={open === 'result'}
            aria-label={`Enter result of ${title}`}
            onClick={() => toggle('result')}
          >
            {open === 'result' ? 'Close' : 'Enter result'}
          </Button>
        )}
        {hasDraft || !isManager ? null : (
          <Button
            className="max-desk:grow max-desk:px-2.5"
            aria-expanded={open === 'form'}
            aria-label={`Edit ${title}`}
            onClick={() => toggle('form')}
          >
            {open === 'form' ? 'Close' : 'Edit'}
          </Button>
        )}
        {isManager ? <EventOrder {...props} /> : null}
      </div>
      {event.sessions.length > 0 ? (
        <ul className="grid border-t border-hair">
          {event.sessions.map((attached) => (
            <li key={attached.session.id} className="border-b border-hair last:border-0">
              <AttachedSession season={season} version={version} rights={rights} event={event} attached={attached} />
            </li>
          ))}
        </ul>
      ) : null}
      {open === 'form' || hasDraft ? <EventForm season={season} version={version} event={event} /> : null}
      {open === 'result' || hasResultDraft ? (
        <ResultForm season={season} version={version} event={event} onStored={() => setOpen(null)} />
      ) : null}
      {open === 'picker' ? (
        <SessionPicker season={season} version={version} event={event} onAttached={() => setOpen(null)} />
      ) : null}
    </div>
  );
}

/** What is used less often: quieter, and on a phone in a row of its own. */
function EventOrder({ season, version, event, round, isLast, onMove, onDeleted, title }: OpenEventProps) {
  const send = useWrite(deleteEvent);
  const sessionIds = event.sessions.map(({ session }) => session.id);
  return (
    <div className="flex flex-wrap items-center max-desk:-ml-3 max-desk:w-full desk:ml-auto">
      <IconButton
        icon={formIcons.up}
        label={`Move ${title} up`}
        title="Up"
        isDisabled={round === 1}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={formIcons.down}
        label={`Move ${title} down`}
        title="Down"
        isDisabled={isLast}
        onClick={() => onMove(1)}
      />
      <ConfirmedWrite
        icon={pageIcons.trash}
        label="Delete"
        description={`Delete ${title}`}
        question={['Delete this event?', resultsCost(season, sessionIds), 'You can restore it for 14 days.']
          .filter((part) => part !== '')
          .join(' ')}
        confirmLabel="Delete event"
        write={async (key, signal) => {
          const params = { seasonId: season.id, eventId: event.id };
          const outcome = await send({ entity: season, version, params, key, signal });
          if (!('failure' in outcome)) onDeleted();
          return outcome;
        }}
      />
    </div>
  );
}
