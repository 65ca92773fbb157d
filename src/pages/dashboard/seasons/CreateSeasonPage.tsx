import { useState } from 'react';
import * as v from 'valibot';
import { getLeague } from '#contract/calls/leagues';
import { Uuid } from '#contract/values/values';
import { useRead } from '../../../actors/read.tsx';
import { type GivenSeason, useSeasonCreation } from '../../../actors/season-create.ts';
import { Field } from '../../../components/form/Field.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { Heading } from '../../../components/Heading.tsx';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { useReplacePage } from '../../../navigation/use-replace-page.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { headLink } from '../head-link.ts';
import { SetupSteps } from '../SetupSteps.tsx';

/** Creates a season by its name, which the address may give with a league; everything else is added on its page. */
export function CreateSeasonPage() {
  const [given] = useState(() => givenIn(location.search));
  const { seasonName, leagueId } = given;
  const [createdId, setCreatedId] = useState<string | null>(null);
  const editor = useSeasonCreation(given, setCreatedId);
  // Back does not return to the form, which would be empty.
  useReplacePage(createdId === null ? null : `/dashboard/seasons/${createdId}/edit`);
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
        <SetupSteps current="Season" />
        {leagueId === null ? null : <OfLeague leagueId={leagueId} />}
      </header>
      <form className="card stack gap-4 p-4 desk:p-5" onSubmit={onSubmit(save)}>
        <Field
          label="Name of the season"
          name="season-name"
          autoComplete="off"
          required
          value={name}
          onFocus={({ target }) => (isGiven ? target.select() : undefined)}
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

function OfLeague({ leagueId }: { leagueId: string }) {
  const { value } = useRead({ call: getLeague, params: { leagueId } });
  return (
    <p role="status" className="text-mute">
      {value?.seasonIds.length === 0 ? (
        <>
          <bdi className="font-650 text-text">{value.name}</bdi> is created. Next comes its first season; its calendar
          follows.
        </>
      ) : (
        <>
          It will be a season of <bdi className="font-650 text-text">{value?.name ?? 'your league'}</bdi>.
        </>
      )}
    </p>
  );
}

function givenIn(search: string): GivenSeason {
  const query = new URLSearchParams(search);
  const league = query.get('league');
  return { seasonName: query.get('seasonName') ?? '', leagueId: v.is(Uuid, league) ? league : null };
}
