import { useEffect, useState, useSyncExternalStore } from 'react';
import { isSameEditor } from '#contract/pages/routes';
import { useUnsavedChangesRegistry } from '../../actors/unsaved-changes.tsx';
import { deferredPart } from '../../components/deferred-part.tsx';
import { useNavigation } from '../../navigation/navigation-context.ts';

const LeaveDialog = deferredPart(() => import('./LeaveDialog.tsx').then((loaded) => loaded.LeaveDialog));

/** Holds up navigation while something is unsaved; the dialog that asks is loaded with the first unsaved change. */
export function LeaveGuard() {
  const registry = useUnsavedChangesRegistry();
  const navigation = useNavigation();
  const needsDialog = useSyncExternalStore(registry.subscribe, registry.needsDialog, registry.needsDialog);
  const [isLoaded, setLoaded] = useState(false);
  if (needsDialog && !isLoaded) setLoaded(true);
  useEffect(
    () => navigation.setGuard((from, to) => registry.confirmLeaving(isSameEditor(from, to))),
    [navigation, registry],
  );
  return isLoaded ? <LeaveDialog /> : null;
}
