import { useState } from 'react';
import { orderEvents } from '#contract/calls/events';
import type { SeasonEvent } from '#contract/entities/season';
import { isRaced } from '#contract/race/season-progress';
import { useUser } from '../../../actors/auth.tsx';
import { useDrafts } from '../../../actors/drafts.ts';
import { useSeasonPart } from '../../../actors/season.ts';
import { correctionForm, resultForm } from '../../../actors/typed-result.ts';
import { useWrite } from '../../../actors/write.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Empty } from '../../../components/Empty.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { formatCount } from '../../../format/count.ts';
import { trackName } from '../../../format/names.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { RecentDeletions } from '../RecentDeletions.tsx';
import { SetupSteps } from '../SetupSteps.tsx';
import { saveBar } from '../save-bar.ts';
import { AddEventForm } from './AddEventForm.tsx';
import { EventCard } from './EventCard.tsx';
import { eventForm } from './EventForm.tsx';
import type { RightsProps, SectionProps } from './section-props.ts';
import { WeeklyEventsForm } from './WeeklyEventsForm.tsx';

/** The events in order, each a row that opens. */
export function EventsSection({ season, version, rights }: RightsProps) {
  const isManager = rights.can('manageSeason');
  const drafts = useDrafts(useUser()?.userId ?? null);
  const [drag, setDrag] = useState<{ readonly id: string; readonly over: string | null } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const order = useOrder({ season, version });
  const { events } = order;

  function move(event: SeasonEvent, to: number): void {
    if (to < 0 || to >= events.length || events[to]?.id === event.id) return;
    order.move(event.id, to);
    setAnnouncement(`${titleOf(event)} is round ${to + 1} of ${events.length}.`);
  }

  return (
    <>
      {isManager ? <NextStep season={season} /> : null}
      <ol className="stack border-t border-line empty:hidden">
        {events.map((event, index) => (
          <li
            key={event.id}
            id={`event-${event.id}`}
            className="min-w-0"
            onDragOver={(dragOver) => {
              if (drag === null) return;
              dragOver.preventDefault();
              if (drag.over !== event.id) setDrag({ ...drag, over: event.id });
            }}
            onDrop={(drop) => {
              drop.preventDefault();
              // Not before: a browser ends the drag of an element that moves.
              const moved = events.find(({ id }) => id === drag?.id);
              if (moved !== undefined) move(moved, index);
              setDrag(null);
            }}
          >
            <EventCard
              season={season}
              version={version}
              rights={rights}
              event={event}
              round={index + 1}
              isLast={index + 1 === events.length}
              isMarked={drag?.id === event.id || drag?.over === event.id}
              hasDraft={drafts.some(({ form, entityId }) => form === eventForm && entityId === event.id)}
              hasResultDraft={drafts.some(({ form, entityId }) => form === resultForm && entityId === event.id)}
              hasCorrection={event.sessions.some(({ session }) =>
                drafts.some(({ form, entityId }) => form === correctionForm && entityId === session.id),
              )}
              onMove={(by) => move(event, index + by)}
              onDeleted={() => setDeleted([event.id])}
              onDrag={(isDragged) => setDrag(isDragged ? { id: event.id, over: null } : null)}
            />
          </li>
        ))}
      </ol>
      <RecentDeletions seasonId={season.id} deleted={deleted} />
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {order.isShown ? (
        <form className={saveBar} onSubmit={onSubmit(order.editor.save)}>
          <EditorFoot
            editor={order.editor}
            label="Save order"
            savedText="The order is saved."
            fields={{ eventIds: 'Order' }}
            textOf={({ eventIds }) => order.textOf(eventIds)}
          />
        </form>
      ) : null}
      {isManager ? (
        <>
          <WeeklyEventsForm season={season} version={version} />
          <AddEventForm season={season} version={version} />
        </>
      ) : season.events.length === 0 ? (
        <Empty title="No events yet">Recordings can be attached once an admin has added events.</Empty>
      ) : null}
    </>
  );
}

/** How far the season is; before its first race, what comes next. */
function NextStep({ season: { name, events } }: Pick<SectionProps, 'season'>) {
  if (events.length === 0)
    return (
      <div className="stack gap-1.5">
        <SetupSteps current="Calendar" />
        <p>
          <bdi className="font-650">{name}</bdi> is created. Next comes its calendar: one track in each line makes one
          event a week.
        </p>
      </div>
    );
  const count = (
    <p className="text-mute">
      {formatCount(events.length, 'event')}, {events.filter(isRaced).length} raced
    </p>
  );
  if (events.some(({ sessions }) => sessions.length > 0)) return count;
  return (
    <div className="stack gap-2">
      <SetupSteps current="Race night" />
      {count}
      <p>The calendar is there. After a race, Race night takes its files and finds the event of each.</p>
      <ButtonLink kind="primary" href="/dashboard/race-night" className="justify-self-start">
        Go to Race night
      </ButtonLink>
    </div>
  );
}

function titleOf(event: SeasonEvent): string {
  return event.name ?? trackName(event.track);
}

/** The events in the order that is being edited. */
function useOrder({ season, version }: SectionProps) {
  const { id } = season;
  /** Every event once: new ones are at the end, deleted ones are left out. */
  const complete = (eventIds: readonly string[]) => {
    const present = season.events.map((event) => event.id);
    const remaining = eventIds.filter((eventId) => present.includes(eventId));
    return [...remaining, ...present.filter((eventId) => !remaining.includes(eventId))];
  };
  const send = useWrite(orderEvents);
  const editor = useSeasonPart<{ readonly eventIds: readonly string[] }>({
    season,
    version,
    form: 'season.order',
    title: `${season.name}: order of events`,
    section: 'events',
    lists: { eventIds: null },
    actions: ['orderEvents'],
    select: ({ events }) => ({ eventIds: events.map((event) => event.id) }),
    save: ({ value, version: base, key, signal }) => {
      const body = { eventIds: complete(value.eventIds) };
      return send({ entity: season, version: base, params: { seasonId: id }, body, key, signal });
    },
  });
  const ids = complete(editor.value?.eventIds ?? []);
  const byId = new Map(season.events.map((event) => [event.id, event]));
  return {
    editor,
    isShown: editor.isDirty || editor.isSaved || editor.failure !== null,
    events: ids.flatMap((eventId) => byId.get(eventId) ?? []),
    move: (eventId: string, to: number) => {
      const rest = ids.filter((each) => each !== eventId);
      editor.change({ eventIds: [...rest.slice(0, to), eventId, ...rest.slice(to)] });
    },
    textOf: (eventIds: readonly string[]) =>
      eventIds
        .flatMap((eventId) => byId.get(eventId) ?? [])
        .map((event, index) => `${index + 1} ${titleOf(event)}`)
        .join(', '),
  };
}
