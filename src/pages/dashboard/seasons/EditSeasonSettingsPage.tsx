import type { ComponentProps } from 'react';
import { deleteSeason, updateSeason } from '#contract/calls/edit-season';
import { usualAnswerHours } from '#contract/entities/line-up';
import type { Provisional } from '#contract/entities/season';
import { useMutation } from '../../../actors/mutation.ts';
import { useSeasonPart } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Choice } from '../../../components/form/Choice.tsx';
import { DeleteForm } from '../../../components/form/DeleteForm.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { seasonCost } from '../../../format/deletion-cost.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { useDeletedPages } from '../../../navigation/use-deleted-pages.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { SeasonEditor } from './SeasonEditor.tsx';
import { SectionCard } from './SectionCard.tsx';
import type { SectionProps } from './section-props.ts';

/** The name of a season, when its readers see new results, until when its drivers answer, and its deletion. */
export function EditSeasonSettingsPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="settings" title="Settings">
      {(props) => (
        <>
          <SectionCard id="name" title="Name">
            <NameForm {...props} />
          </SectionCard>
          <SectionCard id="readers" title="New results">
            <ProvisionalForm {...props} />
          </SectionCard>
          <SectionCard id="answers" title="Answers to events">
            <AnswersForm {...props} />
          </SectionCard>
          <SectionCard id="delete" title="Delete">
            <DeleteSeason {...props} />
          </SectionCard>
        </>
      )}
    </SeasonEditor>
  );
}

/** Renames the season. */
function NameForm({ season, version }: SectionProps) {
  const { id } = season;
  const send = useWrite(updateSeason);
  const editor = useSeasonPart({
    season,
    version,
    form: 'season.name',
    actions: ['updateSeason'],

    title: `${season.name}: name`,
    section: 'settings',
    select: ({ name }) => ({ name }),
    save: ({ value, version: base, key, signal }) =>
      send({ entity: season, version: base, body: { id, name: value.name.trim() }, key, signal }),
  });
  const name = editor.value?.name ?? season.name;
  return (
    <form className="stack gap-4" onSubmit={onSubmit(editor.save)}>
      <div className="max-w-xl">
        <Field
          label="Name of the season"
          name="season-name"
          autoComplete="off"
          required
          value={name}
          onChange={(event) => editor.change({ name: event.target.value })}
          error={fieldErrorOf(editor.failure, 'name')}
        />
      </div>
      <EditorFoot editor={editor} label="Save name" fields={{ name: 'Name' }} isIncomplete={name.trim() === ''} />
    </form>
  );
}

const provisionals: ComponentProps<typeof Choice<Provisional>>['options'] = [
  { value: 'atOnce', label: 'At once', hint: 'The standings change with every result and ruling.' },
  {
    value: 'whenPublished',
    label: 'When published',
    hint: 'Pages, pictures and files show the last official standings. Staff see both.',
  },
];

/** Chooses when readers see new results in the standings. */
function ProvisionalForm({ season, version }: SectionProps) {
  const { id } = season;
  const send = useWrite(updateSeason);
  const editor = useSeasonPart({
    season,
    version,
    form: 'season.provisional',
    title: `${season.name}: new results`,
    section: 'settings',
    anchor: 'readers',
    select: ({ provisional = 'atOnce' }) => ({ provisional }),
    save: ({ value: body, version: base, key, signal }) =>
      send({ entity: season, version: base, body: { id, ...body }, key, signal }),
  });
  const value = editor.value?.provisional ?? season.provisional ?? 'atOnce';
  return (
    <form className="stack gap-4" onSubmit={onSubmit(editor.save)}>
      <Choice
        legend="Readers see new results"
        options={provisionals}
        value={value}
        onChange={(provisional) => editor.change({ provisional })}
      />
      <EditorFoot
        editor={editor}
        label="Save"
        fields={{ provisional: 'Readers see new results' }}
        textOf={({ provisional }) => provisionals.find((each) => each.value === provisional)?.label ?? ''}
      />
    </form>
  );
}

/** Until when the drivers say whether they take part in an event. */
function AnswersForm({ season, version }: SectionProps) {
  const { id } = season;
  const send = useWrite(updateSeason);
  const editor = useSeasonPart({
    season,
    version,
    form: 'season.answers',
    title: `${season.name}: answers to events`,
    section: 'settings',
    anchor: 'answers',
    select: ({ answerHours }) => ({ answerHours: String(answerHours ?? usualAnswerHours) }),
    save: ({ value, version: base, key, signal }) =>
      send({ entity: season, version: base, body: { id, answerHours: Number(value.answerHours) }, key, signal }),
  });
  const value = editor.value?.answerHours ?? '';
  return (
    <form className="stack gap-4" onSubmit={onSubmit(editor.save)}>
      <div className="max-w-xl">
        <Field
          label="Drivers answer until so many hours before"
          hint="Later answers count too, and are marked as late."
          type="number"
          inputMode="numeric"
          min={0}
          max={336}
          required
          value={value}
          onChange={(event) => editor.change({ answerHours: event.target.value })}
          error={fieldErrorOf(editor.failure, 'answerHours')}
        />
      </div>
      <EditorFoot editor={editor} label="Save" fields={{ answerHours: 'Hours' }} isIncomplete={value.trim() === ''} />
    </form>
  );
}

/** Deletes the season after its name was typed. */
function DeleteSeason({ season, version }: SectionProps) {
  const remove = useWrite(deleteSeason);
  const deletedPages = useDeletedPages();
  const mutation = useMutation({
    run: (_: undefined, key, signal) => remove({ entity: season, version, params: { id: season.id }, key, signal }),
    // Unsaved changes need no question: they can be copied, and wait for an undo.
    onDone: () => deletedPages.replace('season', season.id),
  });
  return (
    <div className="max-w-xl">
      <DeleteForm
        name={season.name}
        lead={`${seasonCost(season)} The sessions stay. You can restore it for 14 days, then it is gone for good.`}
        action="Delete season"
        onDelete={() => mutation.submit(undefined)}
        mutation={{ ...mutation, isBusy: mutation.isBusy || mutation.isDone }}
      />
    </div>
  );
}
