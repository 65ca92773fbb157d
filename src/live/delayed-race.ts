import { DelayBuffer, type DelaySlice } from './delay-buffer.ts';
import { createDelayCipher } from './delay-cipher.ts';
import { type DelayStorage, openDelayStorage } from './delay-storage.ts';
import type { RaceStore } from './race-store.ts';
import type { StreamPosition } from './stream-position.ts';

interface DelayedRaceOptions {
  readonly store: RaceStore;
  readonly position: StreamPosition;
  /** Under which the buffer is stored, by this tab; null where it lasts as long as the page. */
  readonly race: string | null;
  /** The key of a private session, with which the buffer is stored; null for others. */
  readonly sessionKey: string | null;
  readonly onUnreadable: () => void;
}

export interface DelayedRace {
  /** Resolves when what an earlier page has stored is shown, before the first connection. */
  readonly restored: Promise<void>;
  /** The server has said what its time is. */
  readonly onServerTime: () => void;
  /** The delay is over, or the page is left. */
  readonly stop: () => void;
  /** Removes what is stored. */
  readonly remove: () => void;
}

/** The interval at which new data is stored, in ms; a hidden page stores at every fifth. */
const saveInterval = 1_000;
const hiddenShare = 5;

/** Gives a race the buffer of a delay, and stores it. */
export function startDelayedRace(options: DelayedRaceOptions): DelayedRace {
  const { store, position, race, sessionKey, onUnreadable } = options;
  const buffer = new DelayBuffer(onUnreadable);
  const isFresh = position.epoch === null;
  /** Until the first connection says what the server's time is. */
  let estimate: number | null = null;
  let isOver = false;
  store.setBuffer((shown, at) => {
    if (at !== null) buffer.begin(shown, at);
    return buffer;
  });
  let storage: Promise<DelayStorage | null> =
    race === null ? Promise.resolve(null) : openStorage(sessionKey).catch(() => null);

  async function restore(): Promise<void> {
    const opened = await storage;
    if (opened === null || race === null) return;
    opened.evict(race, Date.now()).catch(() => undefined);
    // Data stored with another key cannot be read.
    const stored = isFresh ? await opened.read(race).catch(() => null) : null;
    if (isOver) return;
    // The data of an earlier delay cannot be continued.
    if (stored === null || store.shownAt !== null) return opened.remove(race);
    const { state, slices } = stored;
    const offset = Date.now() + state.skew - performance.now();
    const until = Math.max(state.shownAt - offset, performance.now() - store.delay);
    // The clock of the device was set back meanwhile: when the data is due is unknown.
    if (until > performance.now()) return opened.remove(race);
    if (store.serverOffset === null) {
      estimate = offset;
      store.setServerTime(Date.now() + state.skew);
    }
    buffer.restore(slices.map((slice) => moved(slice, -offset)));
    store.restore(buffer.take(until));
    const { seq } = buffer;
    if (seq !== null) position.restore(state.epoch, seq);
  }

  /** The device's clock may have been set since the data was stored. */
  function correct(): void {
    const offset = store.serverOffset;
    if (estimate === null || offset === null) return;
    buffer.shift(estimate - offset);
    estimate = null;
  }

  async function save(): Promise<void> {
    const { serverOffset, shownAt } = store;
    if (race === null || isOver || serverOffset === null || shownAt === null || position.epoch === null) return;
    const changes = buffer.drainChanges();
    const added = changes.added.map((slice) => moved(slice, serverOffset));
    const skew = performance.now() + serverOffset - Date.now();
    const state = { shownAt: shownAt + serverOffset, skew, epoch: position.epoch, savedAt: Date.now() };
    // A slice that is missing would break what comes after it.
    await (await storage)?.write(race, state, { ...changes, added }).catch(remove);
  }

  async function remove(): Promise<void> {
    const opened = storage;
    storage = Promise.resolve(null);
    if (race !== null) await (await opened)?.remove(race).catch(() => undefined);
  }

  const saveNow = () => void save();
  const restored = restore().catch(() => undefined);
  let timer: ReturnType<typeof setInterval> | undefined;
  let times = 0;
  restored.then(() => {
    if (isOver) return;
    timer = setInterval(() => {
      times += 1;
      if (document.visibilityState === 'visible' || times % hiddenShare === 0) saveNow();
    }, saveInterval);
  });
  addEventListener('pagehide', saveNow);
  document.addEventListener('visibilitychange', saveNow);
  return {
    restored,
    onServerTime: correct,
    stop: () => {
      saveNow();
      isOver = true;
      clearInterval(timer);
      removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
    },
    remove: () => void remove(),
  };
}

async function openStorage(sessionKey: string | null): Promise<DelayStorage> {
  return openDelayStorage(sessionKey === null ? null : await createDelayCipher(sessionKey));
}

function moved(slice: DelaySlice, milliseconds: number): DelaySlice {
  const entries = slice.entries.map((timed) => ({ ...timed, at: timed.at + milliseconds }));
  return { ...slice, at: slice.at + milliseconds, entries };
}
