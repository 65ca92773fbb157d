import { useSignOut, useUser } from './auth.tsx';
import { useDraftStore } from './drafts.tsx';
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
