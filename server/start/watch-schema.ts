import type { FastifyInstance } from 'fastify';
import { hasNewerSchema } from '../storage/migrations.ts';
import type { Storage } from '../storage/open-storage.ts';

/** In ms. */
const interval = 60_000;

interface Dependencies {
  readonly storage: Storage;
  /** Runs work at an interval in ms; returns what ends it. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

/** Says once that a newer release has migrated the database of this running server, as in a rolling update. */
export function watchSchema(app: FastifyInstance, { storage, every }: Dependencies): void {
  let isNewer = false;
  const check = async () => {
    if (isNewer || !(await hasNewerSchema(storage.database))) return;
    isNewer = true;
    app.log.warn(
      'a newer release has migrated the database: this server works on, until it is replaced by that release',
    );
  };
  const stop = every(interval, () => void check().catch(() => undefined));
  app.addHook('onClose', async () => stop());
}
