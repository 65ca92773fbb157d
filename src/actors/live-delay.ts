import type { DelayedRace } from '../live/delayed-race.ts';
import { delayedRaceKey, removeDelayedRace, storeDelayedRace } from '../live/delayed-tab.ts';
import type { RaceStore } from '../live/race-store.ts';
import type { StreamPosition } from '../live/stream-position.ts';

interface DelayOptions {
  readonly sessionId: string;
  readonly view: 'full' | 'table';
  /** The key of a private session; null for others. */
  readonly sessionKey: string | null;
}

/** The buffer of a delay, which is loaded when there is one. */
export interface LiveDelay {
  readonly set: (seconds: number) => void;
  readonly start: () => void;
  readonly stop: () => void;
  /** Resolves when what an earlier page has stored is shown. A chunk that could not be loaded is loaded again. */
  readonly restored: () => Promise<void>;
  readonly onServerTime: () => void;
  /** The end is shown, or the key is refused: nothing of the race is kept. */
  readonly remove: () => void;
}

const loadChunk = () => import('../live/delayed-race.ts');

/** The delay of one race. One that needs a key is stored where it can be encrypted. */
export function createLiveDelay(
  store: RaceStore,
  position: StreamPosition,
  { sessionId, view, sessionKey }: DelayOptions,
  onUnreadable: () => void,
  loadModule: () => Promise<Pick<Awaited<ReturnType<typeof loadChunk>>, 'startDelayedRace'>> = loadChunk,
): LiveDelay {
  const isStored = sessionKey === null || globalThis.isSecureContext;
  let loading: Promise<DelayedRace | null> | null = null;
  let loaded: DelayedRace | null = null;

  async function load(): Promise<DelayedRace> {
    const { startDelayedRace } = await loadModule();
    const race = isStored ? delayedRaceKey(sessionId, view) : null;
    return startDelayedRace({ store, position, race, sessionKey, onUnreadable });
  }

  function start(): void {
    if (store.delay === 0 || loading !== null) return;
    const started = load().catch(() => null);
    loading = started;
    if (isStored) storeDelayedRace(sessionId);
    void started.then((delayed) => {
      if (loading !== started) return delayed?.stop();
      loaded = delayed;
      if (delayed === null) loading = null;
    });
  }

  function stop(): void {
    loaded?.stop();
    loaded = null;
    loading = null;
  }

  function remove(): void {
    loaded?.remove();
    removeDelayedRace(sessionId);
  }

  return {
    start,
    stop,
    remove,
    set: (seconds) => {
      store.setDelay(seconds * 1_000);
      if (seconds > 0) return start();
      remove();
      stop();
      store.setBuffer(null);
    },
    restored: async () => {
      start();
      const delayed = await loading;
      await delayed?.restored;
    },
    onServerTime: () => loaded?.onServerTime(),
  };
}
