import type { WriteName, WriteRequest } from '#contract/dependencies';

/** A write that one tab has made: the others fetch again what it changes. */
export interface WriteMessage {
  readonly write: WriteName;
  readonly request: WriteRequest;
}

/** Messages between the tabs of this app. */
export interface TabChannel {
  readonly post: (message: WriteMessage) => void;
  /** Calls the listener for messages of other tabs. Returns how to stop. */
  readonly listen: (listener: (message: WriteMessage) => void) => () => void;
}

const channelName = 'pitboard-writes';

/** Null where the browser has no channels between tabs: then every tab refreshes by itself. */
export function openTabChannel(): TabChannel {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelName) : null;
  return {
    // Bodies may hold what a person typed; the address parameters and the id are all that the other tabs need.
    post: ({ write, request: { params, body } }) => {
      const { id } = Object(body);
      channel?.postMessage({ write, request: { params, ...(typeof id === 'string' ? { body: { id } } : {}) } });
    },
    listen: (listener) => {
      const receive = ({ data }: MessageEvent<WriteMessage>) => listener(data);
      channel?.addEventListener('message', receive);
      return () => channel?.removeEventListener('message', receive);
    },
  };
}
