/** Resolves when the page has loaded with its images, or after `timeout` ms: an image that hangs would block it forever. */
export function whenLoaded(timeout: number): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('load', done);
      resolve();
    };
    const timer = setTimeout(done, timeout);
    addEventListener('load', done);
  });
}

/** Resolves when the main thread is idle. Safari lacks `requestIdleCallback`. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    (window.requestIdleCallback ?? setTimeout)(() => resolve());
  });
}
