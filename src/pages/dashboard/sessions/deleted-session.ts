import { historyText } from '../../../browser/history-state.ts';

const name = 'deletedSession';

/** What the history entry of the list has to say which session was deleted on its own page. */
export function deletedSessionText(title: string): Readonly<Record<string, string>> {
  return { [name]: title };
}

/** The session whose deletion led to the list; null otherwise. */
export function deletedSession(): string | null {
  return historyText(name);
}
