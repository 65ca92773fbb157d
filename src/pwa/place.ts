/** The app runs as one: from the home screen, in a window of its own. */
export function isStandalone(view: Window): boolean {
  return (
    ['standalone', 'minimal-ui', 'fullscreen'].some((mode) => view.matchMedia(`(display-mode: ${mode})`).matches) ||
    Object(view.navigator).standalone === true
  );
}

/** An iPhone or iPad, which installs by its share sheet; an iPad calls itself a Mac, and has fingers. */
export function hasShareSheet({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** When the app was put on this device, in ms of the server; null when it never was. */
export async function appKeptSince(): Promise<number | null> {
  if (!('caches' in globalThis)) return null;
  const shell = await caches.match('/index.html', { ignoreSearch: true });
  const time = Date.parse(shell?.headers.get('date') ?? '');
  return Number.isNaN(time) ? null : time;
}
