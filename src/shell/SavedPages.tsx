import { type FunctionComponent, lazy, Suspense } from 'react';

/** Where its chunk cannot be loaded there is no list. */
const List = lazy(async (): Promise<{ default: FunctionComponent<{ withRecent: boolean }> }> => {
  const loaded = await import('../pages/offline/OfflineLibraryList.tsx').catch(() => null);
  return { default: loaded?.OfflineLibraryList ?? (() => null) };
});

/** What is stored on this device: kept and recently viewed. */
export function SavedPages() {
  return (
    <Suspense>
      <List withRecent />
    </Suspense>
  );
}
