import { useState } from 'react';
import type { Session } from '#contract/entities/session';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { useSessionDeletions } from '../../actors/deletions.ts';
import { focusById } from '../../browser/focus.ts';
import { Button } from '../../components/Button.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { useDeletedPages } from '../../navigation/use-deleted-pages.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { areAttached, DeleteSessionsDialog } from '../dashboard/sessions/DeleteSessionsDialog.tsx';
import { DeletionBars } from '../dashboard/sessions/DeletionBars.tsx';
import { deletedSessionText } from '../dashboard/sessions/deleted-session.ts';
import { deletionBars } from '../dashboard/sessions/deletion-bars.ts';
import { sessionTitle } from '../dashboard/sessions/session-title.ts';

const buttonId = 'delete-session';

/** Deletes the session that is shown, after a question where seasons have it, with ten seconds to undo; then the list of the user's sessions is shown. */
export function DeleteSession({ session }: { session: Session }) {
  const title = sessionTitle(session);
  const deletedPages = useDeletedPages();
  // This page is over: it would be Not Found.
  const { deletions, hiddenIds, remove } = useSessionDeletions(
    (id) => deletedPages.add('session', id),
    () => deletedPages.replace('session', session.id, deletedSessionText(title)),
  );
  const isOnline = useNetworkStatus() === 'online';
  const isDeleted = hiddenIds.has(session.id);
  const [isAsked, setIsAsked] = useState(false);
  const dialog = useDialogHistory(() => setIsAsked(false));
  const removeSession = () => remove([{ id: session.id, title }]);
  return (
    <>
      <Button
        kind="danger"
        icon={pageIcons.trash}
        id={buttonId}
        // A button that is disabled would lose the focus.
        isDisabled={isDeleted || !isOnline}
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
      <div className={`fixed inset-x-4 ${deletionBars}`} data-offline={isOnline ? undefined : ''}>
        <DeletionBars deletions={deletions} onClosed={() => focusById(buttonId)} />
      </div>
    </>
  );
}
