import type { Outcome } from '#contract/problem';
import { useMutation } from '../../../actors/mutation.ts';
import { useRead } from '../../../actors/read.tsx';
import { useSeasonAddition, useSeasonWrites } from '../../../actors/season.ts';
import { EditorNotice } from '../../../components/form/EditorNotice.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { StandingsDiff } from '../../../components/season/StandingsDiff.tsx';
import { formatInstant } from '../../../format/date.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import type { SectionProps } from './section-props.ts';

/** Makes the standings official, and shows every revision with what it changed. */
export function PublishSection({ season }: SectionProps) {
  const { id, name } = season;
  const writes = useSeasonWrites(id);
  const publish = async (note: string | null, key: string) =>
    asRefused(await writes.send('createRevision', { params: { id }, body: { note } }, { key }));
  // With a note it is the input of a form, with a draft; without one there is nothing to keep.
  const editor = useSeasonAddition<{ readonly note: string }>({
    id,
    form: 'season.note',
    title: `${name}: note on the standings`,
    hash: 'publish',
    blank: { note: '' },
    save: (_, { value, key }) => publish(value.note.trim() === '' ? null : value.note.trim(), key),
  });
  const plain = useMutation({ run: (_: undefined, key) => publish(null, key) });
  const failure = editor.failure ?? plain.failure;
  const secondsLeft = Math.max(editor.secondsLeft, plain.secondsLeft);
  const isDone = editor.isSaved || plain.isDone;
  const { revision = null } = season;
  const next = (revision?.number ?? 0) + 1;
  const isCurrent = revision !== null && !revision.hasChanged;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className={`text-17 font-800 ${isCurrent ? 'text-green' : 'text-amber'}`}>
          {isCurrent ? `Official ${revision.number}` : 'Provisional'}
        </b>
        <span className="text-mute">
          {revision === null
            ? 'No standings are official yet.'
            : isCurrent
              ? 'The standings are as they were published.'
              : `The standings have changed since official ${revision.number}.`}
        </span>
      </p>
      <form
        className="grid max-w-xl gap-4"
        onSubmit={onSubmit(() => (editor.isDirty ? editor.save() : plain.submit(undefined)))}
      >
        <Field
          label="Note (optional)"
          name="revision-note"
          autoComplete="off"
          maxLength={500}
          placeholder="After the stewards’ decisions on round 3"
          value={editor.value?.note ?? ''}
          error={fieldErrorOf(failure, 'note')}
          onChange={({ target }) => {
            editor.change({ note: target.value });
            plain.change();
          }}
        />
        <FormError failure={failure} secondsLeft={secondsLeft} fields={['note']} />
        <EditorNotice editor={editor} />
        <p role="status" className="text-green empty:hidden">
          {isDone && isCurrent ? `Official ${revision.number} is published.` : ''}
        </p>
        <div className="desk:min-w-60 desk:justify-self-start">
          <SubmitButton
            label={`Publish as official ${next}`}
            isBusy={editor.isSaving || plain.isBusy}
            isDisabled={secondsLeft > 0 || editor.isOffline || editor.isLoading}
          />
        </div>
      </form>
      {revision === null ? null : <Revisions season={season} />}
    </>
  );
}

/** What others have changed is looked at before it is published: an editor would send it again by itself after a 412. */
function asRefused<Value>(outcome: Outcome<Value>): Outcome<Value> {
  const isOutdated = 'failure' in outcome && outcome.failure.status === 412;
  return isOutdated ? { failure: { ...outcome.failure, status: 409 } } : outcome;
}

function Revisions({ season }: Pick<SectionProps, 'season'>) {
  const read = useRead({ name: 'listRevisions', params: { id: season.id } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={120} />}>
      {(revisions) => {
        const [latest] = revisions;
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-4">
            {latest === undefined || season.revision?.hasChanged !== true ? null : (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
                <h3 className="text-17 font-750">Changed since official {latest.number}</h3>
                <StandingsDiff
                  before={latest.standings}
                  after={season.standings}
                  label={`Changed since official ${latest.number}`}
                  equalText="Places and points are the same; details of results differ."
                />
              </div>
            )}
            <h3 className="text-17 font-750">Published so far</h3>
            <ol className="grid">
              {revisions.map(({ number, note, authorName, publishedAt, standings }, index) => (
                <li key={number} className="grid gap-1 border-b border-hair py-2 last:border-0">
                  <p className="flex flex-wrap gap-x-3">
                    <b className="font-750">Official {number}</b>
                    <span className="text-mute">
                      {authorName === null ? null : <bdi>{authorName}, </bdi>}
                      {formatInstant(publishedAt)}
                    </span>
                  </p>
                  {note === null ? null : (
                    <p className="wrap-anywhere whitespace-pre-line">
                      <bdi>{note}</bdi>
                    </p>
                  )}
                  {revisions[index + 1] === undefined ? null : (
                    <details>
                      <summary className="flex min-h-11 items-center text-red underline underline-offset-4">
                        What it changed
                      </summary>
                      <StandingsDiff
                        before={revisions[index + 1]?.standings ?? standings}
                        after={standings}
                        label={`Changes of official ${number}`}
                        equalText="No place and no points."
                      />
                    </details>
                  )}
                </li>
              ))}
            </ol>
          </div>
        );
      }}
    </ReadView>
  );
}
