import type { FastifyInstance } from 'fastify';
import type { DumpAlone } from '../backup/dumps.ts';
import { requirePgDump } from '../backup/postgres-dump.ts';
import { RegularBackups } from '../backup/regular-backups.ts';
import type { Measured } from '../http/metrics.ts';
import type { Env } from '../settings/env.ts';
import type { Storage } from '../storage/open-storage.ts';

interface Dependencies {
  readonly env: Env;
  readonly storage: Storage;
  readonly dump: DumpAlone;
  readonly now: () => Date;
  /** Runs work at an interval in ms; returns what ends it. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

interface BackupState {
  /** In words, for readiness. */
  readonly describe: () => string;
  readonly measured: readonly Measured[];
}

/** A backup that is due is made at the next of these, in ms. */
const interval = 60_000;

/** Makes backups by themselves where BACKUP_DIR is set. @throws FolderRefused, EnvError. */
export async function backUpRegularly(
  app: FastifyInstance,
  { env, storage, dump, now, every }: Dependencies,
): Promise<BackupState> {
  const { backups: settings } = env;
  if (settings === null) return { describe: () => 'off', measured: [] };
  if (env.databaseUrl !== null) await requirePgDump();
  const backups = new RegularBackups({ env, settings, storage, dump, now, log: app.log });
  app.addHook('onListen', async () => void backups.runWhenDue());
  const stop = every(interval, () => void backups.runWhenDue());
  app.addHook('onClose', async () => {
    stop();
    await backups.close();
  });
  return {
    describe: () => backups.describe(),
    measured: [
      {
        name: 'pitboard_backup_age_seconds',
        help: 'Age of the newest backup in BACKUP_DIR; +Inf: there is none',
        read: () => backups.age ?? Number.POSITIVE_INFINITY,
      },
      {
        name: 'pitboard_backup_failures_total',
        help: 'Backups that this server could not make by itself',
        read: () => backups.failures,
      },
    ],
  };
}
