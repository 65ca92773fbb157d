import type { Identity } from '#contract/auth';
import type { Database } from './database.ts';

/** Small values on the device: who uses it, and settings by name. Rejects where nothing can be stored. */
export interface SettingsStore {
  readonly readIdentity: () => Promise<Identity | null>;
  readonly storeIdentity: (identity: Identity) => Promise<void>;
  readonly removeIdentity: () => Promise<void>;
  readonly readSetting: (name: string) => Promise<unknown>;
  readonly storeSetting: (name: string, value: unknown) => Promise<void>;
}

/** The settings in the device's database. */
export function createSettingsStore(database: Database): SettingsStore {
  return {
    readIdentity: async () => (await database.run((connection) => connection.get('identity', 'me'))) ?? null,
    storeIdentity: async (identity) => {
      await database.run((connection) => connection.put('identity', identity, 'me'));
    },
    removeIdentity: async () => {
      await database.run((connection) => connection.delete('identity', 'me'));
    },
    readSetting: async (name) => database.run((connection) => connection.get('settings', name)),
    storeSetting: async (name, value) => {
      await database.run((connection) => connection.put('settings', value, name));
    },
  };
}
