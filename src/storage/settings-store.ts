import { type Identity, type SessionEnd, sessionEnds } from '#contract/entities/identity';
import { commit, type Database } from './database.ts';

/** Small values on the device: its user, and settings by name. Rejects where nothing can be stored. */
export interface SettingsStore {
  readonly readIdentity: () => Promise<Identity | null>;
  /** Also removes the reason of the last session's end. */
  readonly storeIdentity: (identity: Identity) => Promise<void>;
  readonly removeIdentity: () => Promise<void>;
  /** How the last session ended, unless the user has signed out or in since. */
  readonly readEnd: () => Promise<SessionEnd | null>;
  /** Stores how the session ended, in place of the identity. */
  readonly storeEnd: (end: SessionEnd) => Promise<void>;
  readonly readSetting: (name: string) => Promise<unknown>;
  readonly storeSetting: (name: string, value: unknown) => Promise<void>;
}

const endName = 'session-end';

/** The settings in the device's database. */
export function createSettingsStore(database: Database): SettingsStore {
  return {
    readIdentity: async () => (await database.run((connection) => connection.get('identity', 'me'))) ?? null,
    storeIdentity: (identity) =>
      database.run((connection) => {
        const transaction = connection.transaction(['identity', 'settings'], 'readwrite');
        return commit(transaction, [
          transaction.objectStore('identity').put(identity, 'me'),
          transaction.objectStore('settings').delete(endName),
        ]);
      }),
    removeIdentity: () =>
      database.run((connection) => {
        const transaction = connection.transaction('identity', 'readwrite');
        return commit(transaction, [transaction.store.delete('me')]);
      }),
    readEnd: async () => {
      const stored = await database.run((connection) => connection.get('settings', endName));
      return sessionEnds.find((end) => end === stored) ?? null;
    },
    storeEnd: (end) =>
      database.run((connection) => {
        const transaction = connection.transaction(['identity', 'settings'], 'readwrite');
        return commit(transaction, [
          transaction.objectStore('identity').delete('me'),
          transaction.objectStore('settings').put(end, endName),
        ]);
      }),
    readSetting: async (name) => database.run((connection) => connection.get('settings', name)),
    storeSetting: (name, value) =>
      database.run((connection) => {
        const transaction = connection.transaction('settings', 'readwrite');
        return commit(transaction, [transaction.store.put(value, name)]);
      }),
  };
}
