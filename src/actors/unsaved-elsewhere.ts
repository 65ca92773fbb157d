import { useEffect, useSyncExternalStore } from 'react';
import { heldTabLocks, holdTabLock } from '../browser/tab-locks.ts';
import type { UnsavedChanges } from './unsaved-changes.tsx';

const prefix = 'pitboard-unsaved ';

/** The names of changes that are in this tab alone. */
function namesOf(registry: UnsavedChanges): readonly string[] {
  return registry.changes().flatMap(({ name, hasDraft }) => (hasDraft ? [] : [name]));
}

/** Lets other tabs see what would be lost here, for as long as the component lives. */
export function useShownUnsaved(registry: UnsavedChanges): void {
  const joinedNames = () => namesOf(registry).join('\n');
  const names = useSyncExternalStore(registry.subscribe, joinedNames, joinedNames);
  useEffect(() => {
    const releases = names === '' ? [] : names.split('\n').map((name) => holdTabLock(prefix + name));
    return () => {
      for (const release of releases) release();
    };
  }, [names]);
}

/** The unsaved changes of other tabs; empty where the browser has no locks to read them from. */
export async function findUnsavedElsewhere(registry: UnsavedChanges): Promise<readonly string[]> {
  const held = (await heldTabLocks().catch(() => []))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  for (const own of namesOf(registry)) if (held.includes(own)) held.splice(held.indexOf(own), 1);
  return [...new Set(held)];
}
