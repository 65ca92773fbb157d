import { historyText } from '../../../browser/history-state.ts';

const name = 'deletedSession';

/** The state of the list's history entry: the session that was deleted on its own page. */
export function deletedSessionText(title: string): Readonly<Record<string, string>> {
  return { [name]: title };
}

/** The session whose deletion led to the list; null otherwise. */
export function deletedSession(): string | null {
  return historyText(name);
}
