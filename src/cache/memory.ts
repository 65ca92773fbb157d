import type { Identity } from '#contract/auth';
import type { Device } from './database.ts';

/** What this device remembers of who uses it; where it can keep nothing, it remembers nothing, and goes on. */
export interface DeviceMemory {
  readonly readIdentity: () => Promise<Identity | null>;
  readonly keepIdentity: (identity: Identity) => Promise<void>;
  readonly dropIdentity: () => Promise<void>;
  readonly readSetting: (name: string) => Promise<unknown>;
  readonly keepSetting: (name: string, value: unknown) => Promise<void>;
}

/** The memory on a device. */
export function rememberOn(device: Device): DeviceMemory {
  return {
    readIdentity: async () => (await device.run((database) => database.get('identity', 'me'))) ?? null,
    keepIdentity: async (identity) => {
      await device.run((database) => database.put('identity', identity, 'me'));
    },
    dropIdentity: async () => {
      await device.run((database) => database.delete('identity', 'me'));
    },
    readSetting: async (name) => device.run((database) => database.get('settings', name)),
    keepSetting: async (name, value) => {
      await device.run((database) => database.put('settings', value, name));
    },
  };
}
