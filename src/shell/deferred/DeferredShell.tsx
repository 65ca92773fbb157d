import { whenIdle, whenLoaded } from '../../browser/page-ready.ts';
import { deferredPart } from '../../components/deferred-part.tsx';
import type { DeferredShellProps } from './start-deferred-shell.tsx';

/** How long to wait for the images of the page, in ms. */
const loadTimeout = 8_000;

/**
 * The parts of the shell that are not in the first load: updates, consent, installing, the offline library. Every page works
 * without them. They are loaded after the page itself: they register the service worker, which downloads the whole app.
 */
export const DeferredShell = deferredPart<DeferredShellProps>(async () => {
  await whenLoaded(loadTimeout);
  await whenIdle();
  return (await import('./start-deferred-shell.tsx')).startDeferredShell();
});
