import type { AffectedRead } from '#contract/api/dependencies';

/** What a write of one tab has changed: the others fetch it again. */
export interface WriteMessage {
  readonly affected: readonly AffectedRead[];
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
    post: (message) => channel?.postMessage(message),
    listen: (listener) => {
      // A tab with another version of the app may send something else.
      const receive = ({ data }: MessageEvent<Partial<WriteMessage>>) => listener({ affected: data.affected ?? [] });
      channel?.addEventListener('message', receive);
      return () => channel?.removeEventListener('message', receive);
    },
  };
}
