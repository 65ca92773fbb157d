interface InstallPrompt extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

interface InstallListener {
  readonly onPrompt: () => void;
  readonly onInstalled: () => void;
}

/** The browser's install events. `beforeinstallprompt` may come before the code that handles it is loaded. */
export interface InstallEvents {
  /** The prompt that the browser offered last, or null. */
  readonly prompt: () => InstallPrompt | null;
  /** Adds a listener, which is called at once when there is a prompt; returns a function that removes it. */
  readonly watch: (listener: InstallListener) => () => void;
}

/** Listens for as long as the page is open, and keeps the browser from showing its own banner. */
export function watchInstall(): InstallEvents {
  let prompt: InstallPrompt | null = null;
  const listeners = new Set<InstallListener>();
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    for (const { onPrompt } of listeners) onPrompt();
  });
  addEventListener('appinstalled', () => {
    for (const { onInstalled } of listeners) onInstalled();
  });
  return {
    prompt: () => prompt,
    watch: (listener) => {
      listeners.add(listener);
      if (prompt !== null) listener.onPrompt();
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
