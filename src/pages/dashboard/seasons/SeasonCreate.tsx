import { useState } from 'react';
import { useSeasonCreation } from '../../../actors/season-create.ts';
import { Field } from '../../../components/form/Field.tsx';
import { FormPage } from '../../../components/form/FormPage.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { useNavigate } from '../../../navigation/use-navigate.ts';
import { EditorFoot } from '../EditorFoot.tsx';

/** Creates a season by its name, which the address may give; everything else is added on its page. */
export function SeasonCreate() {
  const navigate = useNavigate();
  const [seasonName] = useState(() => new URLSearchParams(location.search).get('seasonName') ?? '');
  const editor = useSeasonCreation(seasonName, (id) => navigate(`/dashboard/seasons/${id}/edit`));
  const name = editor.value?.name ?? '';
  return (
    <FormPage title="New season" lead="Give it a name. Events, sessions and points come next.">
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={onSubmit(editor.save)}>
        <Field
          label="Name of the season"
          name="season-name"
          autoComplete="off"
          required
          value={name}
          onChange={(event) => editor.change({ name: event.target.value })}
          hint="Up to 80 characters, such as Winter League 2026."
          error={fieldErrorOf(editor.failure, 'name')}
        />
        <EditorFoot editor={editor} label="Create season" fields={{ name: 'Name' }} isIncomplete={name.trim() === ''} />
      </form>
    </FormPage>
  );
}
