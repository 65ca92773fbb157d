const storageKey = 'pitboard-reload';
/** Not again within this time, in ms: a fault that a reload does not mend is shown instead. */
const pause = 15_000;

/** Reloads the page if the server answers: otherwise the browser would show its own error page in place of the app. */
export async function reloadIfReachable(): Promise<void> {
  if (await isServerReachable()) location.reload();
}

/**
 * The same, unless the page was just reloaded or the browser cannot remember that. Resolves with whether the server
 * answers.
 */
export async function reloadOnce(): Promise<boolean> {
  const isReachable = await isServerReachable();
  if (isReachable && storeReload()) location.reload();
  return isReachable;
}

function isServerReachable(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/** False when the last reload was a moment ago, or cannot be stored: then the page offers a button. */
function storeReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(storageKey)) <= pause) return false;
    sessionStorage.setItem(storageKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
