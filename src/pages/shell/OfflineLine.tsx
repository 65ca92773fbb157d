import { useSyncExternalStore } from 'react';
import { type ReadsOf, useOfflineMarks } from '../../actors/offline-marks.ts';

/** A network of this device's own, which need not lead to the server. */
function watchDevice(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Says that there is no network, or none that leads to the server, and marks the links that lead nowhere without one. */
export function OfflineLine({ readsOf }: { readsOf: ReadsOf }) {
  const isOnline = useOfflineMarks(readsOf);
  const hasNetwork = useSyncExternalStore(watchDevice, () => navigator.onLine);
  return (
    <p
      role="status"
      className="no-print sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-20 bg-panel px-4 text-center text-14 text-mute not-empty:border-t not-empty:border-line not-empty:py-2 desk:bottom-0 landscape:bottom-0"
    >
      {isOnline ? null : (
        <>
          {hasNetwork ? 'The server cannot be reached.' : 'You are offline.'}{' '}
          <a href="/privacy#device" className="inline-block min-h-6 text-red underline underline-offset-4">
            What is on this device
          </a>
        </>
      )}
    </p>
  );
}
