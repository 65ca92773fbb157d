import { contractFingerprint } from 'virtual:contract-fingerprint';
import type { RenderedPage } from '#contract/pages/rendered-page';
import type { LayeredCache } from './layered-cache.ts';

/** Caches the answers of a page that the server has rendered in memory, as read at `now`, in ms of the server. */
export function adoptAnswers(memory: LayeredCache, answers: RenderedPage['answers'], now: number): void {
  for (const { address, value, version } of answers)
    void memory.store({
      key: address,
      value,
      storedAt: now,
      owner: null,
      version,
      // The server and the app are of one build: the answers need not be parsed again.
      contract: contractFingerprint,
    });
}
