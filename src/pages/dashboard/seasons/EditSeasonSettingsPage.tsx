import { deleteSeason, updateSeason } from '#contract/calls/edit-season';
import { useMutation } from '../../../actors/mutation.ts';
import { useSeasonPart } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
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

/** The name of a season, and its deletion. */
export function EditSeasonSettingsPage({ id }: { id: string }) {
  return (
    <SeasonEditor id={id} section="settings" title="Settings">
      {(props) => (
        <>
          <SectionCard id="name" title="Name">
            <NameForm {...props} />
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
