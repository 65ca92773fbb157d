const channelName = 'pitboard-drafts';

interface DraftChannel {
  readonly subscribe: (listener: () => void) => () => void;
  /** Calls the listeners of this tab and of all others. */
  readonly notify: () => void;
}

/** Tells all tabs that drafts have changed. The channel is open only while somebody in this tab listens. */
export function openDraftChannel(): DraftChannel {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | null = null;

  function callListeners(): void {
    for (const listener of [...listeners]) listener();
  }

  function open(): BroadcastChannel | null {
    return 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null;
  }

  return {
    subscribe(listener) {
      // Two subscriptions of one function are two.
      const own = () => listener();
      listeners.add(own);
      if (channel === null) {
        channel = open();
        channel?.addEventListener('message', callListeners);
      }
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        channel?.close();
        channel = null;
      };
    },
    notify() {
      if (channel !== null) channel.postMessage(null);
      else {
        const once = open();
        once?.postMessage(null);
        once?.close();
      }
      callListeners();
    },
  };
}
