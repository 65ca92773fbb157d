import { useEffect } from 'react';
import { type FileGroup, storeFilesOnceInstalled } from '../pwa/stored-files.ts';
import { usePhase } from './auth.tsx';
import { useNetworkStatus } from './connectivity.ts';
import { type AppUpdateRef, useAppUpdate } from './update.ts';

/**
 * Stores the dashboard on the device of a signed-in user, the parts of live timing while a race is shown, and with each
 * version again what is used: not before the app is installed, and before a new version is accepted.
 */
export function useStoredFiles(update: AppUpdateRef, isLive: boolean): void {
  const isSignedIn = usePhase() === 'member';
  const isOnline = useNetworkStatus() === 'online';
  const { notice } = useAppUpdate(update);
  const isApplying = notice === 'applying';
  const isOffered = notice === 'offered' || notice === 'deferred';
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offered version has other files.
  useEffect(() => {
    // A request keeps the old worker, and the accepted version waits for it. The page of that version goes on.
    if (!isOnline || isApplying) return;
    const controller = new AbortController();
    // What cannot be stored is tried again with the next start.
    const groups: FileGroup[] = [
      ...(isSignedIn ? (['dashboard'] as const) : []),
      ...(isLive ? (['live'] as const) : []),
    ];
    storeFilesOnceInstalled(groups, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [isSignedIn, isLive, isOnline, isOffered, isApplying]);
}
