import { isChunkMissing } from './missing-chunk.ts';

/** How long to wait before a missing chunk is loaded again, in ms: twice as long each time. */
const firstWait = 1_000;
const longestWait = 30_000;

/** Loads once. Where a chunk was missing the next call loads again; any other failure stays. */
export function createLoader<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () => {
    loading ??= load().catch((error) => {
      if (isChunkMissing(error)) loading = null;
      throw error;
    });
    return loading;
  };
}

/**
 * Loads again and again while a chunk is missing, and at once when the network is back. Current browsers fetch a module again
 * that has failed; in others it stays missing until the page is loaded anew.
 */
export async function loadUntilPresent<Value>(
  load: () => Promise<Value>,
  onMissing: () => void = () => undefined,
): Promise<Value> {
  for (let wait = firstWait; ; wait = Math.min(wait * 2, longestWait)) {
    try {
      return await load();
    } catch (error) {
      if (!isChunkMissing(error)) throw error;
      onMissing();
    }
    await waitOrOnline(wait);
  }
}

function waitOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
  });
}
