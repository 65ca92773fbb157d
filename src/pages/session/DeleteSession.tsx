import { useState } from 'react';
import type { Session } from '#contract/entities/session';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { useDeleteSessions } from '../../actors/delete-sessions.ts';
import { Button } from '../../components/Button.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { useDeletedPages } from '../../navigation/use-deleted-pages.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { areAttached, DeleteSessionsDialog } from '../dashboard/sessions/DeleteSessionsDialog.tsx';
import { DeletionFailure } from '../dashboard/sessions/DeletionFailure.tsx';

/** Deletes the session that is shown, after a question where seasons have it; then the list of the user's sessions is shown. */
export function DeleteSession({ session }: { session: Session }) {
  const deletedPages = useDeletedPages();
  const deletion = useDeleteSessions(
    (ids) => {
      for (const id of ids) deletedPages.add('session', id);
    },
    () => deletedPages.replace('session', session.id),
  );
  const isOnline = useNetworkStatus() === 'online';
  const [isAsked, setIsAsked] = useState(false);
  const dialog = useDialogHistory(() => setIsAsked(false));
  const removeSession = () => deletion.submit([session.id]);
  return (
    <>
      <Button
        kind="danger"
        icon={pageIcons.trash}
        isBusy={deletion.isBusy}
        isDisabled={!isOnline}
        onClick={() => {
          if (!areAttached([session])) {
            removeSession();
            return;
          }
          setIsAsked(true);
          dialog.open();
        }}
      >
        <span className="max-desk:sr-only">Delete</span>
      </Button>
      <DeleteSessionsDialog sessions={isAsked ? [session] : null} dialog={dialog} onDelete={removeSession} />
      <div className="no-print pointer-events-none fixed inset-x-4 safe-bottom-26 z-25 desk:bottom-14">
        <DeletionFailure
          count={deletion.failure === null ? 0 : 1}
          deletion={deletion}
          onRetry={removeSession}
          onClose={deletion.reset}
        />
      </div>
    </>
  );
}
