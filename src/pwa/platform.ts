import { fieldsOf } from '#contract/json/fields-of';

/** Whether the app runs in a window of its own, from the home screen or the desktop. */
export function isStandalone(view: Window): boolean {
  return (
    ['standalone', 'minimal-ui', 'fullscreen'].some((mode) => view.matchMedia(`(display-mode: ${mode})`).matches) ||
    fieldsOf(view.navigator).standalone === true
  );
}

/** Whether apps are installed from the share sheet, as on iPhones and iPads. An iPad reports a Mac, but has a touchscreen. */
export function hasShareSheet({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** When the service worker stored the app on this device, in ms of the server; null when it never did. */
export async function readInstallTime(): Promise<number | null> {
  if (!('caches' in globalThis)) return null;
  const response = await caches.match('/index.html', { ignoreSearch: true });
  const time = Date.parse(response?.headers.get('date') ?? '');
  return Number.isNaN(time) ? null : time;
}
