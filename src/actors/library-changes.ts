import { broadcast, onBroadcast } from '../browser/broadcast.ts';

const channel = 'pitboard-offline-library';

/** Reports that the offline library changed, to this tab and to all others. */
export function announceLibraryChange(): void {
  broadcast(channel);
}

/** Listens for changes of the offline library; returns a function that stops it. */
export function watchLibraryChanges(listener: () => void): () => void {
  return onBroadcast(channel, () => listener());
}
