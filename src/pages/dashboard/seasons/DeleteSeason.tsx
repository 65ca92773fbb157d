import { useMutation } from '../../../actors/mutation.ts';
import { useWrite } from '../../../actors/write.ts';
import { DeleteForm } from '../../../components/form/DeleteForm.tsx';
import { seasonCost } from '../../../format/deletion-cost.ts';
import { useDeletedPages } from '../../../navigation/use-deleted-pages.ts';
import type { SectionProps } from './section-props.ts';

/** Deletes the season after its name was typed. */
export function DeleteSeason({ season, version }: SectionProps) {
  const remove = useWrite('deleteSeason');
  const deletedPages = useDeletedPages();
  const mutation = useMutation({
    run: (_: undefined, key, signal) => remove({ entity: season, version, params: { id: season.id }, key, signal }),
    // Nothing is asked about changes that were not saved: they can be copied, and wait for an undo.
    onDone: () => deletedPages.replace('season', season.id),
  });
  return (
    <div className="max-w-xl">
      <DeleteForm
        name={season.name}
        lead={`${seasonCost(season)} The sessions stay. You can undo it for ten minutes, then it is gone for good.`}
        action="Delete season"
        onDelete={() => mutation.submit(undefined)}
        mutation={{ ...mutation, isBusy: mutation.isBusy || mutation.isDone }}
      />
    </div>
  );
}
