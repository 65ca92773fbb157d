import { historyText, storeHistoryText } from './history-state.ts';

/** Keys of private races, by the id of the race or of its stored session. No address and no storage of this device has them. */
const keys = new Map<string, string>();

const nameOf = (id: string) => `key ${id}`;

/** The key of a private race or session; null where this page has none. */
export function readSessionKey(id: string): string | null {
  const key = keys.get(id) ?? historyText(nameOf(id));
  // The page that asks for it keeps it over a reload.
  if (key !== null && historyText(nameOf(id)) === null) storeHistoryText(nameOf(id), key);
  return key;
}

/** Stores the key of a private race or session, for this page and those that it leads to. */
export function storeSessionKey(id: string, key: string): void {
  keys.set(id, key);
  storeHistoryText(nameOf(id), key);
}

/** The key of one session may open another one too. */
export function shareSessionKey(from: string, to: string): void {
  const key = readSessionKey(from);
  if (key !== null) storeSessionKey(to, key);
}

/** Removes all keys: the device may belong to somebody else now. */
export function removeSessionKeys(): void {
  keys.clear();
}
