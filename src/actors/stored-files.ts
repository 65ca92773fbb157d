import { useEffect } from 'react';
import { type FileGroup, keepStoring } from '../pwa/stored-files.ts';
import { hasChartPage } from '../queries/stored-pages.ts';
import { usePhase } from './auth.tsx';
import { useNetworkStatus } from './connectivity.ts';
import { useQueryCache } from './read.tsx';
import { type AppUpdateRef, useAppUpdate } from './update.ts';

/**
 * Stores what the page at `path` and stored pages need beside the installed app: the dashboard on the device of a signed-in
 * user, the parts of live timing while a race is shown, the charts with the first session or season, and with each version
 * again what is used: not before the app is installed, and before a new version is accepted.
 */
export function useStoredFiles(update: AppUpdateRef, path: string): void {
  const { openStorage } = useQueryCache();
  const isSignedIn = usePhase() === 'member';
  const isOnline = useNetworkStatus() === 'online';
  const { notice } = useAppUpdate(update);
  const isApplying = notice === 'applying';
  const isOffered = notice === 'offered' || notice === 'deferred';
  const isLive = path.startsWith('/live');
  const hasCharts = /^\/(sessions|seasons)\//.test(path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offered version has other files.
  useEffect(() => {
    // A request keeps the old worker, and the accepted version waits for it. The page of that version goes on.
    if (!isOnline || isApplying) return;
    const controller = new AbortController();
    const needsCharts = async () => hasCharts || hasChartPage(await (await openStorage()).cache.keys());
    const store = async () => {
      const groups: FileGroup[] = [
        ...(isSignedIn ? (['dashboard'] as const) : []),
        ...(isLive ? (['live'] as const) : []),
        ...((await needsCharts().catch(() => false)) ? (['charts'] as const) : []),
      ];
      await keepStoring(groups, controller.signal);
    };
    // A file that cannot be stored is tried again at the next start.
    store().catch(() => undefined);
    return () => controller.abort();
  }, [openStorage, isSignedIn, isLive, hasCharts, isOnline, isOffered, isApplying]);
}
