import { useRef } from 'react';
import { addEvent } from '#contract/calls/events';
import type { Track } from '#contract/enumerations';
import { useSeasonAddition } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Field } from '../../../components/form/Field.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { fromLocalInput, toLocalInput } from '../../../format/date.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import type { SectionProps } from './section-props.ts';
import { TrackField } from './TrackField.tsx';

interface NewEvent {
  readonly track: Track | null;
  readonly name: string;
  readonly startsAt: string | null;
}

const blank: NewEvent = { track: null, name: '', startsAt: null };

/** Adds an event to the season; it takes its place by date. */
export function AddEventForm({ season, version }: SectionProps) {
  const { id } = season;
  const send = useWrite(addEvent);
  const trackField = useRef<HTMLSelectElement>(null);
  const editor = useSeasonAddition<NewEvent>({
    id,
    form: 'season.newEvent',
    title: `${season.name}: new event`,
    section: 'events',
    blank,
    // The next one is typed at once, without a mouse.
    onSaved: () => trackField.current?.focus(),
    save: ({ value, key, signal }) => {
      const name = value.name.trim() === '' ? null : value.name.trim();
      const body = { track: value.track ?? -1, name, startsAt: value.startsAt };
      return send({ entity: season, version, params: { seasonId: id }, body, key, signal });
    },
  });
  const { track, name, startsAt } = editor.value ?? blank;
  return (
    <form
      className="stack gap-4 border-t border-line pt-4"
      onSubmit={onSubmit(editor.save)}
      aria-labelledby="add-event"
    >
      <h3 id="add-event" className="text-17 font-750">
        Add an event
      </h3>
      {/* A 12-hour clock makes the start longer than a third of the row. */}
      <div className="stack gap-4 desk:grid-cols-[minmax(0,1fr)_max-content_minmax(0,1fr)]">
        <TrackField
          field={trackField}
          value={track}
          error={fieldErrorOf(editor.failure, 'track')}
          onChange={(value) => editor.change({ track: value })}
        />
        <Field
          label="Start (optional)"
          type="datetime-local"
          value={toLocalInput(startsAt)}
          error={fieldErrorOf(editor.failure, 'startsAt')}
          onChange={(event) => editor.change({ startsAt: fromLocalInput(event.target.value) })}
        />
        <Field
          label="Name (optional)"
          name="event-name"
          autoComplete="off"
          placeholder="Italian GP"
          value={name}
          error={fieldErrorOf(editor.failure, 'name')}
          onChange={(event) => editor.change({ name: event.target.value })}
        />
      </div>
      <EditorFoot
        editor={editor}
        label="Add event"
        savedText="Added."
        fields={{ track: 'Track', name: 'Name', startsAt: 'Start' }}
        isIncomplete={track === null}
      />
    </form>
  );
}
