import { useLoadedAuth, useUser } from './auth.tsx';
import { useDraftStore } from './draft-store.ts';
import { useUnsavedChangesRegistry } from './unsaved-changes.tsx';

/**
 * Signs out, after asking where drafts or unsaved changes would be lost. Resolves with false when the user has cancelled.
 */
export function useConfirmedSignOut(): (scope: 'local' | 'global') => Promise<boolean> {
  const signOut = useSignOut();
  const userId = useUser()?.userId ?? null;
  const drafts = useDraftStore();
  const { confirmSignOut } = useUnsavedChangesRegistry();
  return async (scope) => {
    const stored = userId === null ? [] : await drafts.then((store) => store.list(userId)).catch(() => []);
    if (!(await confirmSignOut(stored.length))) return false;
    signOut(scope);
    return true;
  };
}

/** Ends the session, on this device or on all. Does nothing before the sign-in is loaded. */
export function useSignOut(): (scope: 'local' | 'global') => void {
  const auth = useLoadedAuth();
  return (scope) => auth?.ref.send({ type: 'auth.signOut', scope });
}
