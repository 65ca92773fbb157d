import { type FunctionComponent, lazy, Suspense } from 'react';
import { whenIdle, whenLoaded } from '../../browser/page-ready.ts';
import type { DeferredShellProps } from './start-deferred-shell.tsx';

/** How long to wait for the images of the page, in ms. */
const loadTimeout = 8_000;

/** Loads after the page itself: it registers the service worker, which downloads the whole app. */
async function loadDeferredShell(): Promise<{ default: FunctionComponent<DeferredShellProps> }> {
  await whenLoaded(loadTimeout);
  await whenIdle();
  const loaded = await import('./start-deferred-shell.tsx').catch(() => null);
  // Without it every page still works; the next load tries again.
  return { default: loaded?.startDeferredShell() ?? (() => null) };
}

const Loaded = lazy(loadDeferredShell);

/** The parts of the shell that are not in the first load: updates, consent, installing, the offline library. */
export function DeferredShell(props: DeferredShellProps) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
