/** The browser's reports of its network and of the visibility of the page. */
export type BrowserNetworkEvent = 'browser.online' | 'browser.offline' | 'page.shown' | 'page.hidden';

/** Reports the network state at once and on every change, and when the page is shown or hidden. Returns how to stop. */
export function watchBrowserNetwork(onEvent: (event: BrowserNetworkEvent) => void): () => void {
  const reportNetwork = () => onEvent(navigator.onLine ? 'browser.online' : 'browser.offline');
  const reportVisibility = () => {
    if (document.visibilityState !== 'visible') return onEvent('page.hidden');
    // A phone that was locked may have missed the browser's events.
    reportNetwork();
    onEvent('page.shown');
  };
  addEventListener('online', reportNetwork);
  addEventListener('offline', reportNetwork);
  document.addEventListener('visibilitychange', reportVisibility);
  reportNetwork();
  return () => {
    removeEventListener('online', reportNetwork);
    removeEventListener('offline', reportNetwork);
    document.removeEventListener('visibilitychange', reportVisibility);
  };
}
