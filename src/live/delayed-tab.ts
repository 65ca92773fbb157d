/** The storage of this tab across reloads; null where storage is blocked. */
function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** On a full disk it lasts no longer than the page. */
function store(name: string, text: string): void {
  try {
    tabStorage()?.setItem(name, text);
  } catch {
    // The delay works without it, and begins anew after a reload.
  }
}

const tabName = 'pitboard-tab';
const raceName = 'pitboard-delayed';

/** Under which the buffer of a race in this tab is stored. */
export function delayedRaceKey(sessionId: string, view: string): string {
  const storedTab = tabStorage()?.getItem(tabName) ?? null;
  const tab = storedTab ?? String(Math.random()).slice(2);
  if (storedTab === null) store(tabName, tab);
  return `${tab} ${sessionId} ${view}`;
}

/** Stores that this tab follows the race with a delay. */
export function storeDelayedRace(sessionId: string): void {
  store(raceName, sessionId);
}

/** This tab follows the race no longer with a delay. Another race in it may still be. */
export function removeDelayedRace(sessionId: string): void {
  if (isDelayedRace(sessionId)) tabStorage()?.removeItem(raceName);
}

/** Whether this tab has followed the race with a delay, and has not shown its end. */
export function isDelayedRace(sessionId: string): boolean {
  return tabStorage()?.getItem(raceName) === sessionId;
}
