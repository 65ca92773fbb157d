import { latePart } from '../components/late-part.tsx';

const List = latePart<{ withRecent: boolean }>(() =>
  import('../pages/offline/OfflineLibraryList.tsx').then((loaded) => loaded.OfflineLibraryList),
);

/** What is stored on this device: kept and recently viewed. */
export function SavedPages() {
  return <List withRecent />;
}
