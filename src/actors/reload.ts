const name = 'pitboard-reload';
/** Not again within so long, in ms: what a reload does not mend is told. */
const rest = 15_000;

/** Reloads the page, unless it just was, or has no network, or cannot remember that it did. */
export function reloadOnce(): void {
  try {
    const isRested = Date.now() - Number(sessionStorage.getItem(name)) > rest;
    if (!isRested || !navigator.onLine) return;
    sessionStorage.setItem(name, String(Date.now()));
    location.reload();
  } catch {
    // Storage is blocked: the page offers a button instead.
  }
}
