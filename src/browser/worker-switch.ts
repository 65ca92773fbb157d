/** Whether the server has switched its service worker off (SW_KILL): no page opens without a network then. */
export function isWorkerOff(): boolean {
  return document.querySelector('meta[name=pitboard-worker][content=off]') !== null;
}
