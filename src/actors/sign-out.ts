import { useLoadedAuth, useUser } from './auth.tsx';
import { useOpenDrafts } from './draft-store.ts';
import { useUnsavedChangesRegistry } from './unsaved-changes.tsx';
import { findUnsavedElsewhere } from './unsaved-elsewhere.ts';

/**
 * Signs out, after asking where drafts or unsaved changes, of other tabs too, would be lost. Resolves with false when the user has cancelled.
 */
export function useConfirmedSignOut(): (scope: 'local' | 'global') => Promise<boolean> {
  const signOut = useSignOut();
  const confirm = useConfirmSignOut();
  return async (scope) => {
    const isConfirmed = await confirm();
    if (isConfirmed) signOut(scope);
    return isConfirmed;
  };
}

/** Asks before a sign-out that would lose drafts or unsaved changes. Resolves with false when the user has cancelled. */
export function useConfirmSignOut(): () => Promise<boolean> {
  const userId = useUser()?.userId ?? null;
  const openDrafts = useOpenDrafts();
  const registry = useUnsavedChangesRegistry();
  return async () => {
    const stored =
      userId === null
        ? []
        : await openDrafts()
            .then((store) => store.list(userId))
            .catch(() => []);
    return registry.confirmSignOut(stored.length, await findUnsavedElsewhere(registry));
  };
}

/** Ends the session, on this device or on all. Does nothing before the sign-in is loaded. */
export function useSignOut(): (scope: 'local' | 'global') => void {
  const auth = useLoadedAuth();
  return (scope) => {
    // The next user of this browser gets nothing of this one.
    import('./push.ts').then(({ endPush }) => endPush()).catch(() => undefined);
    auth?.ref.send({ type: 'auth.signOut', scope });
  };
}
