import { statfsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Mailer } from '../auth/mailer.ts';
import type { Measured } from '../http/metrics.ts';
import { refusedBy } from '../http/refusal-log.ts';
import type { Admission } from '../live/admission.ts';
import type { Hub } from '../live/hub.ts';
import type { Env } from '../settings/env.ts';
import { createSizeReader } from '../storage/database-size.ts';
import type { Storage } from '../storage/open-storage.ts';

/** Live figures of this process. */
export function measureLive(hub: Hub, admission: Admission): readonly Measured[] {
  return [
    {
      name: 'pitboard_live_connections',
      help: 'Open connections of viewers and recorders',
      read: () => admission.open,
    },
    { name: 'pitboard_live_sessions', help: 'Live sessions held by this process', read: () => hub.size },
  ];
}

interface Measurable {
  readonly app: FastifyInstance;
  readonly env: Env;
  readonly storage: Storage;
  readonly elapsed: () => number;
  /** The mailer of the embedded sign-in, once it is there. */
  readonly mailer: () => Mailer | null;
}

/** Figures for an operator: disk, database, mails, refusals. */
export function measureServer({ app, env, storage, elapsed, mailer }: Measurable): readonly Measured[] {
  const readSize = createSizeReader(storage, elapsed);
  return [
    {
      name: 'pitboard_disk_free_bytes',
      help: 'Free disk of DATA_DIR; nothing is stored in the embedded database below 64 MiB',
      read: () => freeBytes(env.dataDir),
    },
    {
      name: 'pitboard_database_bytes',
      help: 'Size of the database',
      read: async () => (await readSize())?.bytes ?? null,
    },
    {
      name: 'pitboard_sessions',
      help: 'Stored sessions',
      read: async () => (await readSize())?.sessions ?? null,
    },
    {
      name: 'pitboard_mails_failed_total',
      help: 'Mails that the mail server did not take',
      read: () => mailer()?.failures() ?? 0,
    },
    {
      name: 'pitboard_requests_refused_total',
      help: 'Requests answered with 503 because there were too many at the same time',
      read: () => refusedBy(app.log),
    },
  ];
}

/** Free disk of a folder; null when that is not known. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
