import type { Identity } from '#contract/auth';
import { commit, type Database } from './database.ts';

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
    storeIdentity: (identity) =>
      database.run((connection) => {
        const transaction = connection.transaction('identity', 'readwrite');
        return commit(transaction, [transaction.store.put(identity, 'me')]);
      }),
    removeIdentity: () =>
      database.run((connection) => {
        const transaction = connection.transaction('identity', 'readwrite');
        return commit(transaction, [transaction.store.delete('me')]);
      }),
    readSetting: async (name) => database.run((connection) => connection.get('settings', name)),
    storeSetting: (name, value) =>
      database.run((connection) => {
        const transaction = connection.transaction('settings', 'readwrite');
        return commit(transaction, [transaction.store.put(value, name)]);
      }),
  };
}
