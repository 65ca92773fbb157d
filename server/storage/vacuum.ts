import { setTimeout as sleep } from 'node:timers/promises';
import type { Watchdog } from './watchdog.ts';
import { minFree } from './writable-data.ts';

/** In ms. */
const pauses = { afterStart: 60_000, between: 60 * 60_000 };
const mebibyte = 1024 ** 2;
/**
 * A table that takes four times the bytes that its rows need is rewritten, which gives the rest back to the disk. Not one
 * with more rows than are rewritten in a second: its free space is used again.
 */
const rewriting = { times: 4, from: 16 * mebibyte, most: 24 * mebibyte };

interface Client {
  readonly closed: boolean;
  readonly exec: (statement: string) => Promise<unknown>;
  readonly query: <Row>(query: string) => Promise<{ readonly rows: Row[] }>;
}

interface Conditions {
  /** @throws while nothing can be written. */
  readonly requireWritable: () => void;
  readonly freeBytes?: () => number;
  readonly allow?: Watchdog['allowVacuum'];
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

interface TableState {
  readonly name: string;
  readonly bytes: number;
  /** The size of the rows; null until the table is vacuumed and analyzed after the start. */
  readonly needed: number | null;
  readonly is_changed: boolean;
}

/** A row has 28 bytes beside its columns, and a part of a long value takes a quarter of a page. */
const tableStates = `
  select quote_ident(stat.relname) as name, pg_table_size(stat.relid)::float8 as bytes,
    case when stat.last_vacuum is not null then
      (stat.n_live_tup * (28 + (select sum(avg_width * (1 - null_frac)) from pg_stats
        where schemaname = stat.schemaname and tablename = stat.relname))
        + coalesce(long.n_live_tup, 0) * 2048)::float8 end as needed,
    stat.n_mod_since_analyze > 50 + stat.n_live_tup / 10 as is_changed
  from pg_stat_user_tables as stat join pg_class on pg_class.oid = stat.relid
    left join pg_stat_all_tables as long on long.relid = pg_class.reltoastrelid
  where stat.schemaname = 'public' order by stat.relname`;

/**
 * Removes what updates and deletions have left of old rows, and counts rows for the planner, one table after another with
 * pauses, because each statement blocks the process.
 */
export async function vacuumTables(client: Client, isFirst: boolean, conditions: Conditions): Promise<void> {
  const { requireWritable, freeBytes = () => Number.POSITIVE_INFINITY } = conditions;
  const { allow = (vacuum) => vacuum(), pause = sleep } = conditions;
  const run = async (statement: string) => {
    requireWritable();
    const begun = performance.now();
    await allow(() => client.exec(statement));
    await pause(performance.now() - begun);
  };
  const { rows } = await client.query<TableState>(tableStates);
  for (const state of rows) {
    await run(`vacuum ${isMostlyFree(state, freeBytes()) ? '(full) ' : ''}${state.name}`);
    if (isFirst || state.is_changed) await run(`analyze ${state.name}`);
  }
}

/** Whether rewriting a table is worth its time; the new one, its indexes and their log need room beside the old one. */
function isMostlyFree({ bytes, needed }: TableState, free: number): boolean {
  if (needed === null || bytes < rewriting.from || needed > rewriting.most) return false;
  return needed * rewriting.times <= bytes && free >= needed * 4 + minFree;
}

/**
 * Vacuums an embedded database every hour: unlike a PostgreSQL server it has no process that does. A live session alone
 * would leave 12 MB an hour. Returns what ends it.
 */
export function vacuumHourly(client: Client, conditions: Conditions): () => void {
  let timer: NodeJS.Timeout;
  const schedule = (delay: number) => {
    timer = setTimeout(async () => {
      // A database that is full or closed is nothing that a vacuum could mend; it is tried again.
      await vacuumTables(client, delay === pauses.afterStart, conditions).catch(() => undefined);
      if (!client.closed) schedule(pauses.between);
    }, delay).unref();
  };
  schedule(pauses.afterStart);
  return () => clearTimeout(timer);
}
