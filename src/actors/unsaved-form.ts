import { useEffect, useId } from 'react';
import { useUnsavedChangesRegistry } from './unsaved-changes.tsx';

/** Registers a form for as long as it has unsaved input. Returns a function that unregisters it before it is drawn. */
export function useUnsavedChanges(name: string, isDirty: boolean, hasDraft = false, isSending = false): () => void {
  const registry = useUnsavedChangesRegistry();
  const id = useId();
  useEffect(() => {
    registry.set(id, isDirty ? { name, hasDraft, isSending } : null);
    return () => registry.set(id, null);
  }, [registry, id, name, isDirty, hasDraft, isSending]);
  return () => registry.set(id, null);
}
