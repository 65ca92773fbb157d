import { type FunctionComponent, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isSameEditor } from '#contract/pages/routes';
import { useUnsavedChangesRegistry } from '../../actors/unsaved-changes.tsx';
import { useNavigation } from '../../navigation/navigation-context.ts';

async function loadDialog(): Promise<{ default: FunctionComponent }> {
  const loaded = await import('./LeaveDialog.tsx').catch(() => null);
  return { default: loaded?.LeaveDialog ?? (() => null) };
}

const LeaveDialog = lazy(loadDialog);

/** Holds up navigation while something is unsaved; the dialog that asks is loaded with the first unsaved change. */
export function LeaveGuard() {
  const registry = useUnsavedChangesRegistry();
  const navigation = useNavigation();
  const needsDialog = useSyncExternalStore(registry.subscribe, registry.needsDialog);
  const [isLoaded, setLoaded] = useState(false);
  if (needsDialog && !isLoaded) setLoaded(true);
  useEffect(
    () => navigation.setGuard((from, to) => registry.confirmLeaving(isSameEditor(from, to))),
    [navigation, registry],
  );
  return <Suspense>{isLoaded ? <LeaveDialog /> : null}</Suspense>;
}
