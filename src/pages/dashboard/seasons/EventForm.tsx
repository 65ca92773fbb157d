import { updateEvent } from '#contract/calls/events';
import type { SeasonEvent } from '#contract/entities/season';
import type { Track } from '#contract/enumerations';
import { useSeasonPart } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Field } from '../../../components/form/Field.tsx';
import { Fold } from '../../../components/form/Fold.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { formatInstant, fromLocalInput, toLocalInput } from '../../../format/date.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { trackName } from '../../../format/names.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { LiveField } from './LiveField.tsx';
import type { SectionProps } from './section-props.ts';
import { TrackField } from './TrackField.tsx';

/** The name of this form in drafts. */
export const eventForm = 'season.event';

interface EventValue {
  readonly track: Track;
  readonly name: string;
  readonly startsAt: string | null;
  readonly pointsFactor: number;
  /** Null while it is not decided. */
  readonly hasSprint: boolean | null;
  /** The live session that is its race. */
  readonly liveId: string | null;
  /** Sessions that the user's recorders store are added to it. */
  readonly takesRecordings: boolean;
  /** The address of its video. */
  readonly streamUrl: string;
  /** When the video begins. */
  readonly streamStartsAt: string | null;
}

const factors: readonly (readonly [factor: number, label: string])[] = [
  [0, 'No points'],
  [0.5, 'Half points'],
  [1, 'Full points'],
  [1.5, 'One and a half times the points'],
  [2, 'Double points'],
  [3, 'Triple points'],
];

const labelOf = (factor: number) => factors.find(([each]) => each === factor)?.[1] ?? `${factor} times the points`;

const sprintLabels: readonly (readonly [hasSprint: boolean | null, label: string])[] = [
  [null, 'Not decided'],
  [true, 'With a sprint'],
  [false, 'No sprint'],
];

const sprintLabel = (hasSprint: boolean | null) => sprintLabels.find(([each]) => each === hasSprint)?.[1] ?? '';

function eventValue(event: SeasonEvent): EventValue {
  const { track, name, startsAt, pointsFactor = 1, hasSprint, liveId, takesRecordings } = event;
  const { streamUrl, streamStartsAt } = event;
  return {
    track,
    name: name ?? '',
    startsAt,
    pointsFactor,
    hasSprint: hasSprint ?? null,
    liveId: liveId ?? null,
    takesRecordings: takesRecordings === true,
    streamUrl: streamUrl ?? '',
    streamStartsAt: streamStartsAt ?? null,
  };
}

/** Changes one event. */
export function EventForm({ season, version, event }: SectionProps & { event: SeasonEvent }) {
  const send = useWrite(updateEvent);
  const editor = useSeasonPart<EventValue>({
    season,
    version,
    form: eventForm,
    actions: ['updateEvent'],
    entityId: event.id,
    title: `${season.name}: ${event.name ?? trackName(event.track)}`,
    section: 'events',
    anchor: `event-${event.id}`,
    select: ({ events }) => {
      const found = events.find(({ id }) => id === event.id);
      return found === undefined ? null : eventValue(found);
    },
    save: ({ value, base, version: baseVersion, key, signal }) => {
      const name = value.name.trim() === '' ? null : value.name.trim();
      const body = {
        ...(value.track === base.track ? {} : { track: value.track }),
        ...(value.name === base.name ? {} : { name }),
        ...(value.startsAt === base.startsAt ? {} : { startsAt: value.startsAt }),
        ...(value.pointsFactor === base.pointsFactor ? {} : { pointsFactor: value.pointsFactor }),
        ...(value.hasSprint === base.hasSprint ? {} : { hasSprint: value.hasSprint }),
        ...(value.liveId === base.liveId ? {} : { liveId: value.liveId }),
        ...(value.takesRecordings === base.takesRecordings ? {} : { takesRecordings: value.takesRecordings }),
        ...(value.streamUrl === base.streamUrl ? {} : { streamUrl: value.streamUrl.trim() || null }),
        ...(value.streamStartsAt === base.streamStartsAt ? {} : { streamStartsAt: value.streamStartsAt }),
      };
      const params = { seasonId: season.id, eventId: event.id };
      return send({ entity: season, version: baseVersion, params, body, key, signal });
    },
  });
  const { track, name, startsAt, pointsFactor, hasSprint, liveId, takesRecordings, streamUrl, streamStartsAt } =
    editor.value ?? eventValue(event);
  const stored = eventValue(event);
  const isOneOpen = (fields: readonly (keyof EventValue)[]) =>
    fields.some(
      (name) => (editor.value ?? stored)[name] !== stored[name] || fieldErrorOf(editor.failure, name) !== null,
    );
  const isUsual = factors.some(([factor]) => factor === pointsFactor);
  return (
    <form className="stack gap-4 border-t border-line pt-3" onSubmit={onSubmit(editor.save)}>
      <div className="stack gap-4 desk:grid-cols-2">
        <TrackField
          value={track}
          error={fieldErrorOf(editor.failure, 'track')}
          onChange={(value) => editor.change({ track: value })}
        />
        <Field
          label="Start"
          type="datetime-local"
          value={toLocalInput(startsAt)}
          error={fieldErrorOf(editor.failure, 'startsAt')}
          onChange={({ target }) => editor.change({ startsAt: fromLocalInput(target.value) })}
        />
        <Field
          label="Name"
          name="event-name"
          autoComplete="off"
          value={name}
          error={fieldErrorOf(editor.failure, 'name')}
          onChange={({ target }) => editor.change({ name: target.value })}
        />
      </div>
      <Fold
        title="Points, sprint, live race and recordings"
        isNeeded={isOneOpen(['pointsFactor', 'hasSprint', 'liveId', 'takesRecordings'])}
      >
        <div className="stack gap-4 desk:grid-cols-2">
          <SelectField
            label="Points"
            value={String(pointsFactor)}
            error={fieldErrorOf(editor.failure, 'pointsFactor')}
            onChange={({ target }) => editor.change({ pointsFactor: Number(target.value) })}
          >
            {isUsual ? null : <option value={pointsFactor}>{labelOf(pointsFactor)}</option>}
            <Options of={factors} />
          </SelectField>
          <SelectField
            label="Sprint"
            hint="Until it is raced, it counts in the points that can still be won."
            value={String(hasSprint)}
            error={fieldErrorOf(editor.failure, 'hasSprint')}
            onChange={({ target }) => editor.change({ hasSprint: sprintValue(target.value) })}
          >
            <Options of={sprintLabels.map(([each, label]) => [String(each), label])} />
          </SelectField>
          <LiveField
            track={track}
            value={liveId}
            error={fieldErrorOf(editor.failure, 'liveId')}
            onChange={(value) => editor.change({ liveId: value })}
          />
          <SelectField
            label="Your recordings"
            hint={recordingsHint(track, startsAt)}
            value={String(takesRecordings)}
            error={fieldErrorOf(editor.failure, 'takesRecordings')}
            onChange={({ target }) => editor.change({ takesRecordings: target.value === 'true' })}
          >
            <Options of={[false, true].map((takes) => [String(takes), recordingsLabel(takes)])} />
          </SelectField>
        </div>
      </Fold>
      <Fold title="Video" isNeeded={isOneOpen(['streamUrl', 'streamStartsAt'])}>
        <div className="stack gap-4 desk:grid-cols-2">
          <Field
            label="Address of the video"
            type="url"
            hint="A moment of a replay opens it at its time, on YouTube and Twitch."
            value={streamUrl}
            error={fieldErrorOf(editor.failure, 'streamUrl')}
            onChange={({ target }) => editor.change({ streamUrl: target.value })}
          />
          <Field
            label="The video begins"
            type="datetime-local"
            step={1}
            value={toLocalInput(streamStartsAt, true)}
            error={fieldErrorOf(editor.failure, 'streamStartsAt')}
            onChange={({ target }) => editor.change({ streamStartsAt: fromLocalInput(target.value) })}
          />
        </div>
      </Fold>
      <EditorFoot
        editor={editor}
        label="Save event"
        fields={{
          track: 'Track',
          name: 'Name',
          startsAt: 'Start',
          pointsFactor: 'Points',
          hasSprint: 'Sprint',
          liveId: 'Live race',
          takesRecordings: 'Your recordings',
          streamUrl: 'Address of the video',
          streamStartsAt: 'The video begins',
        }}
        textOf={(value, field) => textOf(value, field)}
      />
    </form>
  );
}

function textOf(value: EventValue, field: keyof EventValue): string {
  switch (field) {
    case 'track':
      return trackName(value.track);
    case 'name':
      return value.name;
    case 'startsAt':
      return value.startsAt === null ? '' : formatInstant(value.startsAt);
    case 'pointsFactor':
      return labelOf(value.pointsFactor);
    case 'hasSprint':
      return sprintLabel(value.hasSprint);
    case 'liveId':
      return value.liveId ?? 'None';
    case 'takesRecordings':
      return recordingsLabel(value.takesRecordings);
    case 'streamUrl':
      return value.streamUrl;
    case 'streamStartsAt':
      return value.streamStartsAt === null ? '' : formatInstant(value.streamStartsAt);
  }
}

function sprintValue(text: string): boolean | null {
  return text === 'null' ? null : text === 'true';
}

function recordingsLabel(takesRecordings: boolean): string {
  return takesRecordings ? 'Add them to this event' : 'Do not add them';
}

function recordingsHint(track: Track, startsAt: string | null): string {
  const which = `Sessions at ${trackName(track)} that your recorders store`;
  return startsAt === null
    ? `${which}, until you change this.`
    : `${which}, when they begin within a day of the start.`;
}
