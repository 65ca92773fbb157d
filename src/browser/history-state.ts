import { fieldsOf } from '#contract/json/fields-of';

/** A text of the current history entry, which a reload keeps and no address shows; null where there is none. */
export function historyText(name: string): string | null {
  const value: unknown = fieldsOf(history.state)[name];
  return typeof value === 'string' ? value : null;
}

/** Stores a text in the current history entry. */
export function storeHistoryText(name: string, text: string): void {
  history.replaceState({ ...fieldsOf(history.state), [name]: text }, '');
}
