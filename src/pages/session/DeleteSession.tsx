import type { Session } from '#contract/entities/session';
import { useNetworkStatus } from '../../actors/connectivity.tsx';
import { useSessionDeletions } from '../../actors/deletions.ts';
import { focusById } from '../../browser/focus.ts';
import { Icon } from '../../components/Icon.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { DeletionBars } from '../dashboard/sessions/DeletionBars.tsx';
import { storeDeletedSession } from '../dashboard/sessions/deleted-session.ts';
import { deletionBars } from '../dashboard/sessions/deletion-bars.ts';
import { sessionsPath } from '../dashboard/sessions/list-query.ts';
import { sessionTitle } from '../dashboard/sessions/session-title.ts';

const buttonId = 'delete-session';

/** Deletes the session that is shown, with ten seconds to undo; then the list of the user's sessions is shown. */
export function DeleteSession({ session }: { session: Session }) {
  const title = sessionTitle(session);
  const navigate = useNavigate();
  // This page is over: it would be Not Found.
  const { deletions, hiddenIds, remove } = useSessionDeletions(() => {
    navigate(sessionsPath);
    storeDeletedSession(title);
  });
  const isOnline = useNetworkStatus() === 'online';
  const isDeleted = hiddenIds.has(session.id);
  return (
    <>
      <button
        type="button"
        id={buttonId}
        className="action border border-line text-red aria-disabled:opacity-50"
        // A button that is disabled would lose the focus.
        aria-disabled={isDeleted || !isOnline}
        onClick={() => (isDeleted || !isOnline ? undefined : remove([{ id: session.id, title }]))}
      >
        <Icon path={pageIcons.trash} size={18} />
        <span className="max-desk:sr-only">Delete</span>
      </button>
      <div className={`fixed inset-x-4 ${deletionBars}`} data-offline={isOnline ? undefined : ''}>
        <DeletionBars deletions={deletions} onClosed={() => focusById(buttonId)} />
      </div>
    </>
  );
}
