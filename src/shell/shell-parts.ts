import { deferredPart } from '../components/deferred-part.tsx';

/** Parts of the shell that pages show, loaded on demand. */
export const shellParts = {
  /** Pages stored on this device: saved and recently viewed. */
  SavedPages: deferredPart(() =>
    import('../pages/offline/OfflineLibraryList.tsx').then((loaded) => loaded.OfflineLibraryList),
  ),
  LoginOffer: deferredPart(() => import('../pages/not-found/LoginOffer.tsx').then((loaded) => loaded.LoginOffer)),
};
