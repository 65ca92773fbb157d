import { useQueryCache } from '../actors/read.tsx';
import { useHydrated } from '../navigation/use-hydrated.ts';

/** The server's time in ms. While a page that the server has rendered is taken over, that of its HTML: each part must be the same. */
export function useServerTime(): number {
  const { serverTime, renderedAt } = useQueryCache();
  return useHydrated() || renderedAt === null ? serverTime() : renderedAt;
}
