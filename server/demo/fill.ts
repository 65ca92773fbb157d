import type { Storage } from '../storage/open-storage.ts';
/** placeholder */
export async function fillDemo(_: { storage: Storage; now: Date }): Promise<void> {}
