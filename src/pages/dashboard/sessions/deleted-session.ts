import { historyText, storeHistoryText } from '../../../browser/history-state.ts';

const name = 'deletedSession';

/** Remembers, in the history entry of the list, which session was deleted on its own page. */
export function storeDeletedSession(title: string): void {
  storeHistoryText(name, title);
}

/** The session whose deletion led to the list; null otherwise. */
export function deletedSession(): string | null {
  return historyText(name);
}
