import { type FunctionComponent, lazy, type RefObject, Suspense } from 'react';

interface NoticeProps {
  readonly isTyped: RefObject<boolean>;
}

/** After the page itself: it registers the worker, which loads the whole app. */
async function loadNotice(): Promise<{ default: FunctionComponent<NoticeProps> }> {
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }));
  const loaded = await import('./start-notice.tsx').catch(() => null);
  // Without it the app is a page like any other; the next load tries again.
  return { default: loaded?.startNotice() ?? (() => null) };
}

const Notice = lazy(loadNotice);

/** What is to be said of the app's version, once the page itself is there. */
export function LateNotice({ isTyped }: NoticeProps) {
  return (
    <Suspense>
      <Notice isTyped={isTyped} />
    </Suspense>
  );
}
