import type { RefObject } from 'react';
import { useLocation } from 'wouter';
import { type AppUpdateRef, useAppUpdate } from '../../actors/update.ts';

/** Says that a new version waits, or that the app works without a network now. */
export function UpdateNotice({ update, isTyped }: { update: AppUpdateRef; isTyped: RefObject<boolean> }) {
  const [path] = useLocation();
  const { notice, accept, dismiss } = useAppUpdate(update, path, isTyped);
  if (notice === null) return <div role="status" />;
  const isLine = notice === 'quiet' || notice === 'dismissed';
  if (isLine) {
    return (
      <p role="status" className="no-print px-4 pb-3 text-center text-14 text-mute">
        An update of Pitboard waits.{' '}
        {notice === 'dismissed' ? (
          <button type="button" onClick={accept} className="min-h-6 text-red underline underline-offset-4">
            Update now
          </button>
        ) : (
          'It comes once what you typed is sent.'
        )}
      </p>
    );
  }
  return (
    <div
      role="status"
      className="no-print animate-come fixed inset-x-4 bottom-[calc(72px+env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-lg flex-wrap items-center justify-between gap-3 rounded-10 border border-line bg-raised p-3 desk:bottom-4"
    >
      {notice === 'ready' ? (
        <p>Pitboard works without a network now.</p>
      ) : (
        <>
          <p>{notice === 'applying' ? 'Updating …' : 'A new version of Pitboard is here.'}</p>
          <p className="flex gap-2">
            <button
              type="button"
              onClick={dismiss}
              disabled={notice === 'applying'}
              className="action border border-line"
            >
              Later
            </button>
            <button
              type="button"
              onClick={accept}
              disabled={notice === 'applying'}
              className="action bg-redfill text-white"
            >
              Reload
            </button>
          </p>
        </>
      )}
    </div>
  );
}
