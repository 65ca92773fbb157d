import { openDevice, sweep } from './database.ts';
import { type DeviceMemory, rememberOn } from './memory.ts';
import { type DeviceReads, readsOnDevice } from './reads-on-device.ts';

/** This device: the reads that are kept on it, and what it remembers of who uses it. */
export interface OwnDevice {
  readonly reads: DeviceReads;
  readonly memory: DeviceMemory;
  /** Tells that another tab, of a newer version, has taken the database: this one keeps nothing any more. */
  readonly watchOutdated: (told: () => void) => () => void;
}

/** Begins to open the database of this device. */
export function openOwnDevice(): OwnDevice {
  const listeners = new Set<() => void>();
  const device = openDevice({
    outdated: () => {
      for (const told of listeners) told();
    },
  });
  // Nobody waits for it here, and who cannot be opened says so when it is needed.
  device.run(async () => undefined).catch(() => undefined);
  const watchOutdated = (told: () => void) => {
    listeners.add(told);
    return () => {
      listeners.delete(told);
    };
  };
  const room = {
    quota: async () => (await navigator.storage?.estimate())?.quota ?? null,
    isPersistent: async () => (await navigator.storage?.persisted?.()) ?? false,
    persist: async () => {
      await navigator.storage?.persist?.();
    },
    sweep,
    wait: (pause: number) => new Promise<void>((resolve) => setTimeout(resolve, pause)),
    later: (run: () => void, pause: number) => void setTimeout(run, pause),
    now: () => performance.now(),
  };
  return { reads: readsOnDevice(device, room), memory: rememberOn(device), watchOutdated };
}
