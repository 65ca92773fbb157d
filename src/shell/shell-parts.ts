import { latePart } from '../components/late-part.tsx';

/** What pages show of the shell, loaded when it is needed. */
export const shellParts = {
  /** What is stored on this device: kept and recently viewed. */
  SavedPages: latePart(() =>
    import('../pages/offline/OfflineLibraryList.tsx').then((loaded) => loaded.OfflineLibraryList),
  ),
  LoginOffer: latePart(() => import('../pages/not-found/LoginOffer.tsx').then((loaded) => loaded.LoginOffer)),
};
