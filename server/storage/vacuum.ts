import type { PGlite } from '@electric-sql/pglite';
import type { Watchdog } from './watchdog.ts';

/** In ms. */
const pauses = { afterStart: 60_000, between: 60 * 60_000 };

type AllowVacuum = Watchdog['allowVacuum'];

/** Removes what updates and deletions have left of old rows, and counts rows for the planner, one table after another. */
async function vacuumTables(client: PGlite, requireWritable: () => void, allow: AllowVacuum): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of rows) {
    requireWritable();
    await allow(() => client.exec(`vacuum (analyze) ${name}`));
  }
}

/**
 * Vacuums an embedded database every hour: unlike a PostgreSQL server it has no process that does. A live session alone
 * would leave 12 MB an hour. Returns what ends it.
 */
export function vacuumHourly(
  client: PGlite,
  requireWritable: () => void,
  allow: AllowVacuum = (vacuum) => vacuum(),
): () => void {
  let timer: NodeJS.Timeout;
  const schedule = (pause: number) => {
    timer = setTimeout(async () => {
      // A database that is full or closed is nothing that a vacuum could mend; it is tried again.
      await vacuumTables(client, requireWritable, allow).catch(() => undefined);
      if (!client.closed) schedule(pauses.between);
    }, pause).unref();
  };
  schedule(pauses.afterStart);
  return () => clearTimeout(timer);
}
