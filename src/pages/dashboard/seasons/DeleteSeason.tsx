import { useMutation } from '../../../actors/mutation.ts';
import { useSeasonWrites } from '../../../actors/season.ts';
import { DeleteForm } from '../../../components/form/DeleteForm.tsx';
import { useNavigate } from '../../../navigation/use-navigate.ts';
import type { SectionProps } from './section-props.ts';

/** Deletes the season after its name was typed. */
export function DeleteSeason({ season }: SectionProps) {
  const { remove } = useSeasonWrites(season.id);
  const navigate = useNavigate();
  const { submit, isBusy, isDone, failure, secondsLeft } = useMutation({
    run: (_: undefined) => remove(),
    onDone: () => navigate('/dashboard/seasons'),
  });
  return (
    <div className="max-w-xl">
      <DeleteForm
        name={season.name}
        lead="Its events, points and rulings are deleted for good. The sessions stay, and so do the leagues that hold it."
        action="Delete season"
        onDelete={() => submit(undefined)}
        isBusy={isBusy || isDone}
        failure={failure}
        secondsLeft={secondsLeft}
      />
    </div>
  );
}
