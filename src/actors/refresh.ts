import { useEffect, useEffectEvent } from 'react';
import type { Read } from './read.tsx';

/** Lists of running sessions are read again this often, in ms. */
export const liveListInterval = 5_000;

/** Reads again at an interval while the page is visible, and when it is shown again. The read itself retries after a failure. */
export function useRefresh(read: Pick<Read<unknown>, 'phase' | 'network' | 'retry'>, milliseconds: number): void {
  const refresh = useEffectEvent(() => {
    const { phase, network, retry } = read;
    if (document.visibilityState === 'visible' && phase === 'shown' && network === 'online') retry();
  });
  useEffect(() => {
    const timer = setInterval(refresh, milliseconds);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [milliseconds]);
}
