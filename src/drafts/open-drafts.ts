import type { DeviceStorage } from '../storage/device-storage.ts';
import { createDraftCopies } from './draft-copies.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';

/** Drafts of forms, in the database of the device; `now` is its time in ms. */
export function openDrafts({ database, cache }: DeviceStorage, now: () => number): DraftStore {
  return createDraftStore(database, { makeRoom: cache.makeRoom, now, copies: createDraftCopies(() => sessionStorage) });
}
