import { useEffect, useRef, useState } from 'react';
import { type LeaveQuestion, useUnsavedChangesRegistry } from '../../actors/unsaved-changes.tsx';
import { useShownUnsaved } from '../../actors/unsaved-elsewhere.ts';
import { Button } from '../../components/Button.tsx';
import { useNavigation } from '../../navigation/navigation-context.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The changes that would be lost, in a sentence or two. */
function textOf({ reason, changes, draftCount, elsewhere }: LeaveQuestion): string {
  if (reason === 'signOut') {
    const drafts = draftCount === 1 ? 'Your draft' : `Your ${draftCount} drafts`;
    return [
      ...(changes.length > 0 ? ['Unsaved changes on this page are lost.'] : []),
      ...(elsewhere.length > 0 ? [`Lost in another tab: ${list.format(elsewhere)}.`] : []),
      ...(draftCount > 0 ? [`${drafts} on this device will be deleted.`] : []),
    ].join(' ');
  }
  const lost = changes.filter(({ hasDraft }) => !hasDraft).map(({ name }) => name);
  const drafts = changes.filter(({ hasDraft }) => hasDraft).map(({ name }) => name);
  const sentences = [
    ...(lost.length > 0 ? [`What you typed is lost: ${list.format(lost)}.`] : []),
    ...(drafts.length > 0 ? [`Kept on this device as a draft: ${list.format(drafts)}.`] : []),
  ];
  return sentences.join(' ');
}

interface Pending {
  readonly question: LeaveQuestion;
  readonly close: (isConfirmed: boolean) => void;
}

/**
 * Asks before a page with unsaved changes is left, and before signing out removes drafts. Back is no. The page is left
 * without an answer once everything is saved.
 */
export function LeaveDialog() {
  const registry = useUnsavedChangesRegistry();
  const navigation = useNavigation();
  const ref = useRef<HTMLDialogElement>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  useShownUnsaved(registry);

  useEffect(() => {
    return registry.setAsk(
      (question) =>
        new Promise((answer) => {
          const close = (isConfirmed: boolean) => {
            stopWatching();
            ref.current?.close();
            setPending(null);
            // The page is left from its own history entry.
            void removeEntry().then(() => answer(isConfirmed));
          };
          // Data that was being sent is stored by now: leaving would lose nothing.
          const stopWatching = registry.subscribe(() =>
            question.reason === 'leave' && registry.changes().length === 0 ? close(true) : undefined,
          );
          setPending({ question, close });
          ref.current?.showModal();
          const removeEntry = navigation.addDialog(() => close(false));
        }),
    );
  }, [registry, navigation]);

  const answer = (isConfirmed: boolean) => pending?.close(isConfirmed);
  const isSignOut = pending?.question.reason === 'signOut';
  return (
    <dialog
      ref={ref}
      onCancel={() => answer(false)}
      aria-labelledby="leave-title"
      className="m-auto max-h-[90dvh] w-full max-w-sm rounded-10 border border-line bg-panel p-0"
    >
      <div className="grid gap-4 p-5">
        <h2 id="leave-title" className="text-20 font-800">
          {isSignOut ? 'Log out?' : 'Leave this page?'}
        </h2>
        <p className="text-mute">{pending === null ? '' : textOf(pending.question)}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => answer(false)}>{isSignOut ? 'Cancel' : 'Stay'}</Button>
          <Button kind="primary" onClick={() => answer(true)}>
            {isSignOut ? 'Log out' : 'Leave'}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
