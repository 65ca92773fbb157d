import { useState } from 'react';
import { useSeasonCreation } from '../../../actors/season-create.ts';
import { Field } from '../../../components/form/Field.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { Heading } from '../../../components/Heading.tsx';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { useNavigate } from '../../../navigation/use-navigate.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { headLink } from '../head-link.ts';

/** Creates a season by its name, which the address may give; everything else is added on its page. */
export function CreateSeasonPage() {
  const navigate = useNavigate();
  const [seasonName] = useState(() => new URLSearchParams(location.search).get('seasonName') ?? '');
  const editor = useSeasonCreation(seasonName, (id) => navigate(`/dashboard/seasons/${id}/edit`));
  const [isTyped, setIsTyped] = useState(false);
  // A given name is only shown: without input there is no draft.
  const isGiven = !isTyped && !editor.isDirty && seasonName !== '';
  const name = isGiven ? seasonName : (editor.value?.name ?? '');

  function save(): void {
    if (isGiven) editor.change({ name: seasonName });
    editor.save();
  }

  return (
    <section className="mx-auto stack w-full max-w-2xl gap-5">
      <header className="grid gap-1.5">
        <p className="flex text-14 font-650">
          <a href="/dashboard/seasons" className={headLink}>
            Your seasons
          </a>
        </p>
        <Heading title="New season">New season</Heading>
        <p className="text-mute">Give it a name. Events, sessions and points come next.</p>
      </header>
      <form className="card stack gap-4 p-4 desk:p-5" onSubmit={onSubmit(save)}>
        <Field
          label="Name of the season"
          name="season-name"
          autoComplete="off"
          required
          value={name}
          onChange={(event) => {
            setIsTyped(true);
            editor.change({ name: event.target.value });
          }}
          hint="Up to 80 characters, such as Winter League 2026."
          error={fieldErrorOf(editor.failure, 'name')}
        />
        <EditorFoot
          editor={editor}
          label="Create season"
          fields={{ name: 'Name' }}
          isIncomplete={name.trim() === ''}
          isFilled={isGiven && editor.value !== null && !editor.isLoading}
        />
      </form>
    </section>
  );
}
