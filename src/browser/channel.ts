/** Messages between the tabs of this app. */
export interface Channel<Message> {
  readonly post: (message: Message) => void;
  /** Calls the listener for every message. Returns how to unsubscribe. */
  readonly subscribe: (listener: (message: Message) => void) => () => void;
}

/**
 * A channel to the other tabs, and with `includesOwn` to the listeners of this one. It is open only while it has listeners;
 * where the browser has no channels, other tabs get nothing.
 */
export function openChannel<Message>(name: string, includesOwn = false): Channel<Message> {
  const listeners = new Set<(message: Message) => void>();
  let opened: BroadcastChannel | null = null;
  const open = () => ('BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null);

  function deliver(message: Message): void {
    for (const listener of [...listeners]) listener(message);
  }

  return {
    post(message) {
      const channel = opened ?? open();
      channel?.postMessage(message);
      if (channel !== opened) channel?.close();
      if (includesOwn) deliver(message);
    },
    subscribe(listener) {
      // Two subscriptions of one function are two.
      const own = (message: Message) => listener(message);
      listeners.add(own);
      if (opened === null) {
        opened = open();
        opened?.addEventListener('message', ({ data }) => deliver(data));
      }
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        opened?.close();
        opened = null;
      };
    },
  };
}
