/** Holds a lock that other tabs see, until it is released or this tab is gone. Returns how to release it. */
export function holdTabLock(name: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Browsers have locks for pages from https or this machine alone.
  if ('locks' in navigator) navigator.locks.request(name, { mode: 'shared' }, () => released).catch(() => undefined);
  return release;
}

/** The names of the locks that any tab holds, this one included. */
export async function heldTabLocks(): Promise<readonly string[]> {
  if (!('locks' in navigator)) return [];
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => name ?? []);
}
