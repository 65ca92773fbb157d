import { latePart } from '../components/late-part.tsx';

/** Parts of the shell that pages show, loaded on demand. */
export const shellParts = {
  /** Pages stored on this device: saved and recently viewed. */
  SavedPages: latePart(() =>
    import('../pages/offline/OfflineLibraryList.tsx').then((loaded) => loaded.OfflineLibraryList),
  ),
  LoginOffer: latePart(() => import('../pages/not-found/LoginOffer.tsx').then((loaded) => loaded.LoginOffer)),
};
