import { useSeasonPart } from '../../../actors/season.ts';
import { useWrite } from '../../../actors/write.ts';
import { Field } from '../../../components/form/Field.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import type { SectionProps } from './section-props.ts';

/** Renames the season. */
export function NameForm({ season, version }: SectionProps) {
  const { id } = season;
  const updateSeason = useWrite('updateSeason');
  const editor = useSeasonPart({
    season,
    version,
    form: 'season.name',
    title: `${season.name}: name`,
    section: 'settings',
    select: ({ name }) => ({ name }),
    save: ({ value, version: base, key, signal }) =>
      updateSeason({ entity: season, version: base, body: { id, name: value.name.trim() }, key, signal }),
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
