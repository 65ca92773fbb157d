import { useState } from 'react';
import { addEvents } from '#contract/calls/events';
import { useSeasonAddition } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { TextArea } from '../../../components/form/TextArea.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatInstant, fromLocalInput, toLocalInput } from '../../../format/date.ts';
import { trackName } from '../../../format/names.ts';
import { contentLength } from '../../../format/pasted-cells.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import type { SectionProps } from './section-props.ts';
import { parseTrackList, trackCount, unknownTracksText, weeklyEvents, weeklyObstacle } from './weekly-events.ts';

interface WeeklySeries {
  readonly first: string | null;
  /** Weeks from one event to the next. */
  readonly weeks: number;
  /** One track in each line. */
  readonly tracks: string;
}

const blank: WeeklySeries = { first: null, weeks: 1, tracks: '' };
const maxEvents = 100;

/** Adds many events at once: the same time of day every week, one track after another. */
export function WeeklyEventsForm({ season, version }: SectionProps) {
  const { id } = season;
  const [isOpened, setOpened] = useState<boolean | null>(null);
  const send = useWrite(addEvents);
  const editor = useSeasonAddition<WeeklySeries>({
    id,
    form: 'season.weekly',
    title: `${season.name}: weekly events`,
    section: 'events',
    blank,
    onSaved: () => setOpened(false),
    save: ({ value, key, signal }) =>
      send({ entity: season, version, params: { seasonId: id }, body: { events: eventsOf(value) }, key, signal }),
  });
  const value = editor.value ?? blank;
  const list = parseTrackList(value.tracks);
  const count = trackCount(list.tracks);
  const obstacle = weeklyObstacle(list, value.first, maxEvents);
  const events = eventsOf(value);
  // A season begins with its calendar.
  const isOpen = (isOpened ?? season.events.length === 0) || editor.isDirty || editor.failure !== null;
  return (
    <div className="stack gap-4">
      <Button className="justify-self-start" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
        Add weekly events
      </Button>
      {isOpen ? (
        <form className="stack gap-4" aria-label="Weekly events" onSubmit={onSubmit(editor.save)}>
          <div className="stack gap-4 desk:grid-cols-2">
            <Field
              label="First event"
              type="datetime-local"
              required={obstacle !== null || events.length === 0}
              value={toLocalInput(value.first)}
              onChange={({ target }) => editor.change({ first: fromLocalInput(target.value) })}
            />
            <SelectField
              label="Then every"
              value={value.weeks}
              onChange={({ target }) => editor.change({ weeks: Number(target.value) })}
            >
              <Options of={[1, 2, 3, 4].map((weeks) => [weeks, weeks === 1 ? 'week' : `${weeks} weeks`])} />
            </SelectField>
          </div>
          <p className="text-mute">
            A line may have its own date and time, such as 04.09.2026 or Fri 25 Sep 20:30 CET, and “sprint”. Tables can
            be pasted with the line of their headings.
          </p>
          <TextArea
            label="Tracks, one in each line; an empty line is a week without a race"
            name="weekly-tracks"
            rows={6}
            limit={4_000}
            length={contentLength(value.tracks)}
            placeholder={'Spa\nMonza, sprint\n\nSuzuka'}
            value={value.tracks}
            error={unknownTracksText(list.unknown)}
            onChange={({ target }) => editor.change({ tracks: target.value })}
          />
          {events.length === 0 ? null : (
            <ol aria-label="Events that are added" className="grid text-14 text-mute desk:grid-cols-2 desk:gap-x-6">
              {events.map(({ track, startsAt, hasSprint }) => (
                <li
                  key={`${startsAt} ${track}`}
                  className="flex min-h-8 items-center justify-between gap-3 border-b border-hair"
                >
                  <span>
                    <span className="font-650 text-text">{trackName(track)}</span>
                    {hasSprint === true ? ' · sprint' : null}
                  </span>
                  <span className="shrink-0">{formatInstant(startsAt)}</span>
                </li>
              ))}
            </ol>
          )}
          {obstacle === null ? null : <p className="text-mute">{obstacle}</p>}
          <EditorFoot
            editor={editor}
            label={count === 0 ? 'Add events' : `Add ${formatCount(count, 'event')}`}
            fields={{ first: 'First event', weeks: 'Weeks', tracks: 'Tracks' }}
            isIncomplete={events.length === 0 || obstacle !== null}
          />
        </form>
      ) : null}
      <p role="status" className="text-green empty:hidden">
        {editor.isSaved && !isOpen ? 'The events are added.' : ''}
      </p>
    </div>
  );
}

function eventsOf({ first, weeks, tracks }: WeeklySeries) {
  return weeklyEvents(parseTrackList(tracks), first, weeks);
}
