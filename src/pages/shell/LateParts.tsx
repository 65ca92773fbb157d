import { type FunctionComponent, lazy, Suspense } from 'react';
import type { LateProps } from './late-parts.tsx';

/** A picture that hangs keeps a page from ever being loaded, in ms. */
const loadPatience = 8_000;

/** After the page itself: it registers the worker, which loads the whole app. */
async function loadParts(): Promise<{ default: FunctionComponent<LateProps> }> {
  if (document.readyState !== 'complete')
    await new Promise((done) => {
      addEventListener('load', done, { once: true });
      setTimeout(done, loadPatience);
    });
  // Safari has no word for a moment without work.
  await new Promise<unknown>((done) => (window.requestIdleCallback ?? setTimeout)(done));
  const loaded = await import('./late-parts.tsx').catch(() => null);
  // Without them the app is a page like any other; the next load tries again.
  return { default: loaded?.startLateParts() ?? (() => null) };
}

const Parts = lazy(loadParts);

/** Versions, consent, installing, what is kept here: whatever the frame can do once the page is there. */
export function LateParts(props: LateProps) {
  return (
    <Suspense>
      <Parts {...props} />
    </Suspense>
  );
}
