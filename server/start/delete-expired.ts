import type { FastifyInstance } from 'fastify';
import { deleteExpiredVersions } from '../domain/session-versions.ts';
import type { Storage } from '../storage/open-storage.ts';

interface Dependencies {
  readonly storage: Storage;
  readonly now: () => Date;
  /** Runs work at an interval in ms; returns what ends it. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

/** In ms. */
const interval = 60 * 60_000;

/** Deletes expired rows, after the start and then every hour. */
export function deleteExpired(app: FastifyInstance, { storage, now, every }: Dependencies): void {
  const work = () =>
    deleteExpiredVersions(storage.database, now().toISOString()).catch((error) =>
      app.log.warn({ err: error }, 'what has expired was not deleted'),
    );
  app.addHook('onListen', async () => void work());
  const stop = every(interval, () => void work());
  app.addHook('onClose', async () => stop());
}
