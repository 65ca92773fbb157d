import { useEffect } from 'react';

/** Whether this browser can keep the screen on. */
export const canKeepAwake = (): boolean => 'wakeLock' in navigator;

/** Keeps the screen on while the component lives. Browsers drop the lock with a hidden page, and may refuse it. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !canKeepAwake()) return;
    let isOver = false;
    let lock: WakeLockSentinel | null = null;
    const request = () => {
      if (document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
      navigator.wakeLock.request('screen').then(
        (granted) => {
          if (isOver) void granted.release();
          else lock = granted;
        },
        // Refused, such as with a low battery: the screen goes off as usual.
        () => undefined,
      );
    };
    request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [isWanted]);
}
