import { type ShownLeague, useDeleteLeague } from '../../../actors/leagues.ts';
import { useMutation } from '../../../actors/mutation.ts';
import { useUnsavedChangesRegistry } from '../../../actors/unsaved-changes.tsx';
import { Button } from '../../../components/Button.tsx';
import { DeleteForm } from '../../../components/form/DeleteForm.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { useDeletedPages } from '../../../navigation/use-deleted-pages.ts';
import { useDialogHistory } from '../../../navigation/use-dialog-history.ts';

/** A button, and a dialog in which the name is typed to delete the league. */
export function DeleteLeague({ league, version }: ShownLeague) {
  const remove = useDeleteLeague({ league, version });
  // A season in no league is public.
  const publicText = league.isPublic ? '' : ' Everybody then sees those that are in no other private league.';
  const deletedPages = useDeletedPages();
  const registry = useUnsavedChangesRegistry();
  const dialog = useDialogHistory();
  const mutation = useMutation({
    run: (_: undefined, key, signal) => remove(key, signal),
    onDone: () => {
      // The league's changes can no longer be saved.
      registry.discardAll();
      deletedPages.replace('league', league.id);
    },
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-mute">
        The league, its picture and its link are gone for everybody. Its seasons stay.{publicText}
      </p>
      <Button kind="danger" onClick={dialog.open}>
        Delete league…
      </Button>
      <Sheet id="delete-title" title="Delete this league?" dialog={dialog}>
        <DeleteForm
          name={league.name}
          lead={`Its link ends at once. Its seasons and sessions stay.${publicText} You can restore it for 14 days, then it is gone for good.`}
          action="Delete league"
          onDelete={() => mutation.submit(undefined)}
          mutation={{ ...mutation, isBusy: mutation.isBusy || mutation.isDone }}
        />
      </Sheet>
    </div>
  );
}
