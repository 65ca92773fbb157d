import { useSyncExternalStore } from 'react';

/** The size of the screen in proportion to one of `width` × `height` px, of which it shows everything. */
export function useScreenScale(width: number, height: number): number {
  return useSyncExternalStore(
    watchSize,
    () => Math.min(innerWidth / width, innerHeight / height),
    () => 1,
  );
}

function watchSize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
