import type { Env } from '../settings/env.ts';
import type { Dump } from '../storage/dump.ts';
import type { Storage } from '../storage/open-storage.ts';
import { dumpPostgres } from './postgres-dump.ts';

/** Dumps the database of this server, one dump at a time; null while another one is made, until it is removed. */
export type DumpAlone = (signal?: AbortSignal) => Promise<Dump | null>;

export function createDumps({ databaseUrl, dataDir }: Env, storage: Storage): DumpAlone {
  const { dump } = storage;
  if (dump !== null) return oneAtATime(dump);
  // Only a test keeps its embedded database in memory.
  return oneAtATime(async (signal) => dumpPostgres(databaseUrl ?? '', dataDir, signal));
}

export function oneAtATime(dump: (signal?: AbortSignal) => Promise<Dump>): DumpAlone {
  let isRunning = false;
  const end = () => {
    isRunning = false;
  };
  return async (signal) => {
    if (isRunning) return null;
    isRunning = true;
    try {
      const { path, remove } = await dump(signal);
      return { path, remove: () => [remove(), end()] };
    } catch (error) {
      end();
      throw error;
    }
  };
}
