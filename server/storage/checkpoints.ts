import { PGlite } from '@electric-sql/pglite';
import { syncedFiles } from './synced-files.ts';
import type { Watchdog } from './watchdog.ts';

/** How often the length of the log is read, in ms, and the bytes that it may have. */
const checkpoints = { interval: 10_000, bytes: 32 * 1024 ** 2 };

/** Options of PGlite: a log that is no longer needed is not kept for a busier time. */
export const logLimits = {
  startParams: [...PGlite.defaultStartParams, ...syncedFiles, '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'],
};

interface Conditions {
  /** @throws while nothing can be written. */
  readonly requireWritable: () => void;
  readonly allow?: Watchdog['allowVacuum'];
}

/**
 * Writes the changed pages of an embedded database to its files whenever its log has grown, so that the log before is
 * removed, and is not read at a start after a crash. Unlike a PostgreSQL server it has no process that does, and its log
 * would grow until it is closed. Returns what ends it.
 */
export function checkpointRegularly(
  client: Pick<PGlite, 'exec' | 'query' | 'closed'>,
  { requireWritable, allow = (work) => work() }: Conditions,
): () => void {
  let timer: NodeJS.Timeout;
  const work = async () => {
    requireWritable();
    const { rows } = await client.query<{ bytes: number }>(
      'select (pg_current_wal_insert_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    );
    if ((rows[0]?.bytes ?? 0) >= checkpoints.bytes) await allow(() => client.exec('checkpoint'));
  };
  const schedule = () => {
    timer = setTimeout(async () => {
      // A database that is full or closed is nothing that a checkpoint could mend; it is tried again.
      await work().catch(() => undefined);
      if (!client.closed) schedule();
    }, checkpoints.interval).unref();
  };
  schedule();
  return () => clearTimeout(timer);
}
