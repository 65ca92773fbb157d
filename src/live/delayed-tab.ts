/** What this tab remembers over a reload; nothing where storage is blocked. */
function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

const tabName = 'pitboard-tab';
const raceName = 'pitboard-delayed';

/** Under which the buffer of a race in this tab is stored. */
export function delayedRaceKey(sessionId: string, view: string): string {
  const storage = tabStorage();
  let tab = storage?.getItem(tabName) ?? null;
  if (tab === null) {
    tab = String(Math.random()).slice(2);
    storage?.setItem(tabName, tab);
  }
  return `${tab} ${sessionId} ${view}`;
}

/** Stores which race this tab follows with a delay; null for none. */
export function storeDelayedRace(sessionId: string | null): void {
  if (sessionId === null) tabStorage()?.removeItem(raceName);
  else tabStorage()?.setItem(raceName, sessionId);
}

/** Whether this tab has followed the race with a delay, and has not shown its end. */
export function isDelayedRace(sessionId: string): boolean {
  return tabStorage()?.getItem(raceName) === sessionId;
}
