import { useState } from 'react';
import type { SessionSummary } from '#contract/entities/session';
import { useNetworkStatus } from '../../../actors/connectivity.ts';
import { useDeleteSessions } from '../../../actors/delete-sessions.ts';
import { useUploads } from '../../../actors/uploads.ts';
import { focusById } from '../../../browser/focus.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Heading } from '../../../components/Heading.tsx';
import { useSearch } from '../../../navigation/address.ts';
import { useDeletedPages } from '../../../navigation/use-deleted-pages.ts';
import { useDialogHistory } from '../../../navigation/use-dialog-history.ts';
import { useNavigate } from '../../../navigation/use-navigate.ts';
import { RecentDeletions } from '../RecentDeletions.tsx';
import { AttachDialog } from './AttachDialog.tsx';
import { areAttached, DeleteSessionsDialog } from './DeleteSessionsDialog.tsx';
import { DeletionFailure } from './DeletionFailure.tsx';
import { FilterBar } from './FilterBar.tsx';
import { type ListQuery, listAddress, parseDriversOf, parseListQuery } from './list-query.ts';
import { RenameDrivers } from './RenameDrivers.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { SessionList } from './SessionList.tsx';
import { countId } from './session-rows.ts';
import { UploadPanel } from './UploadPanel.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';
import { VisibilityDialog } from './VisibilityDialog.tsx';

/** The user's own sessions: uploaded, filtered, deleted, and attached to the events of a season. */
export function OwnSessionsPage() {
  const search = useSearch();
  const query = parseListQuery(search);
  const driversOf = parseDriversOf(search);
  const navigate = useNavigate();
  const isOnline = useNetworkStatus() === 'online';
  const deletedPages = useDeletedPages();
  /** Hidden before the answer comes, until they are refused or restored. */
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const deletion = useDeleteSessions((ids) => {
    for (const id of ids) deletedPages.add('session', id);
    setDeleted(ids);
  });
  const isRefused = !deletion.isBusy && !deletion.isDone;
  const { uploads, upload, offer } = useUploads();
  const [selected, setSelected] = useState<ReadonlyMap<string, SessionSummary>>(new Map());
  const [attached, setAttached] = useState<readonly SessionSummary[] | null>(null);
  const dialog = useDialogHistory(() => setAttached(null));
  const [versionsOf, setVersionsOf] = useState<SessionSummary | null>(null);
  const versionsDialog = useDialogHistory(() => setVersionsOf(null));
  const [visibilityOf, setVisibilityOf] = useState<SessionSummary | null>(null);
  const visibilityDialog = useDialogHistory(() => setVisibilityOf(null));
  const [inQuestion, setInQuestion] = useState<readonly SessionSummary[] | null>(null);
  const deletionDialog = useDialogHistory(() => setInQuestion(null));
  const [hasMoved, setHasMoved] = useState(false);
  const sessions = [...selected.values()];

  function select(changed: readonly SessionSummary[], isSelected: boolean): void {
    const next = new Map(selected);
    for (const session of changed) {
      if (isSelected) next.set(session.id, session);
      else next.delete(session.id);
    }
    setSelected(next);
  }

  /** Removes sessions; asks first when a season counts one of them. */
  function requestRemoval(removed: readonly SessionSummary[]): void {
    if (!areAttached(removed)) {
      removeSessions(removed);
      return;
    }
    setInQuestion(removed);
    deletionDialog.open();
  }

  function removeSessions(removed: readonly SessionSummary[]): void {
    const ids = removed.map(({ id }) => id);
    setDeleting(ids);
    deletion.submit(ids);
    select(removed, false);
    focusById(countId);
  }

  function clearSelection(): void {
    setSelected(new Map());
    focusById(countId);
  }

  function openDialog(): void {
    setAttached(sessions);
    dialog.open();
  }

  function show(next: ListQuery): void {
    setHasMoved(true);
    navigate(listAddress(next), { addsEntry: true });
  }

  if (driversOf !== null) return <RenameDrivers key={driversOf} id={driversOf} />;
  return (
    <div className="in-order stack min-h-dvh content-start gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <Heading title="Your sessions">Your sessions</Heading>
        <ButtonLink href="/dashboard/race-night">Race night</ButtonLink>
      </header>
      <UploadPanel uploads={uploads} onChosen={upload} onDropped={offer} notReceived={parseNotReceived(search)} />
      <FilterBar query={query} onChange={show} />
      <SessionList
        key={listAddress(query)}
        query={query}
        hasMoved={hasMoved}
        hiddenIds={new Set(isRefused ? [] : deleting)}
        selectedIds={selected}
        canDelete={isOnline && !deletion.isBusy}
        onSelect={select}
        onDelete={(session) => requestRemoval([session])}
        onVisibility={(session) => {
          setVisibilityOf(session);
          visibilityDialog.open();
        }}
        onVersions={(session) => {
          setVersionsOf(session);
          versionsDialog.open();
        }}
        onShow={show}
      />
      <RecentDeletions deleted={deleted} onRestored={() => setDeleting([])}>
        <DeletionFailure
          count={isRefused ? deleting.length : 0}
          deletion={deletion}
          onRetry={() => deletion.submit(deleting)}
          onClose={() => {
            setDeleting([]);
            deletion.reset();
          }}
        />
        {sessions.length === 0 ? null : (
          <SelectionBar
            count={sessions.length}
            isOnline={isOnline}
            onAttach={openDialog}
            onDelete={() => requestRemoval(sessions)}
            onClear={clearSelection}
          />
        )}
      </RecentDeletions>
      <VisibilityDialog session={visibilityOf} dialog={visibilityDialog} />
      <VersionsDialog session={versionsOf} dialog={versionsDialog} />
      <DeleteSessionsDialog
        sessions={inQuestion}
        dialog={deletionDialog}
        onDelete={() => removeSessions(inQuestion ?? [])}
      />
      <AttachDialog sessions={attached} dialog={dialog} onAttached={() => setSelected(new Map())} />
    </div>
  );
}

/** The server leads here when files were sent to the app and not stored on the device; it says why. */
function parseNotReceived(search: string): 'lost' | 'foreign' | null {
  const reason = new URLSearchParams(search).get('shared');
  return reason === 'lost' || reason === 'foreign' ? reason : null;
}
