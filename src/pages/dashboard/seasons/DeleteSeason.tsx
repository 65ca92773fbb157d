import { useState } from 'react';
import { useMutation } from '../../../actors/mutation.ts';
import { useSeasonWrites } from '../../../actors/season.ts';
import { Field } from '../../../components/form/Field.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { useNavigate } from '../../../navigation/use-navigate.ts';
import type { SectionProps } from './section-props.ts';

/** Deletes the season after its name was typed. */
export function DeleteSeason({ season }: SectionProps) {
  const { remove } = useSeasonWrites(season.id);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { submit, isBusy, isDone, failure, secondsLeft } = useMutation({
    run: (_: undefined) => remove(),
    onDone: () => navigate('/dashboard/seasons'),
  });
  return (
    <form className="grid max-w-xl gap-4" onSubmit={onSubmit(() => submit(undefined))}>
      <p className="text-mute">
        Its events, points and rulings are deleted for good. The sessions stay, and so do the leagues that hold it.
      </p>
      <Field
        label="Type the name of the season to delete it"
        name="season-to-delete"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={<bdi>{season.name}</bdi>}
      />
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <button
        type="submit"
        disabled={isBusy || isDone || typed.trim() !== season.name.trim() || secondsLeft > 0}
        className="action border border-redfill text-red disabled:opacity-60 desk:justify-self-start"
      >
        {isBusy ? 'One moment…' : 'Delete season'}
      </button>
    </form>
  );
}
