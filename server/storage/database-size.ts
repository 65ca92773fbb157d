import { sql } from 'drizzle-orm';
import type { Storage } from './open-storage.ts';
import { sessions } from './tables.ts';

/** The contents of a database, in numbers. */
export interface DatabaseSize {
  readonly bytes: number;
  readonly sessions: number;
}

/** Measures a database at most once in this time, in ms: counting reads a whole index. */
const validity = 60_000;

/** Creates a reader of the size of a database; null when the database does not answer. */
export function createSizeReader({ database }: Storage, elapsed: () => number): () => Promise<DatabaseSize | null> {
  let measured: { readonly at: number; readonly size: Promise<DatabaseSize | null> } | null = null;
  return () => {
    if (measured === null || elapsed() - measured.at >= validity)
      measured = { at: elapsed(), size: measure(database).catch(() => null) };
    return measured.size;
  };
}

async function measure(database: Storage['database']): Promise<DatabaseSize> {
  const [row] = await database
    .select({ bytes: sql<string>`pg_database_size(current_database())`, sessions: sql<string>`count(*)` })
    .from(sessions);
  return { bytes: Number(row?.bytes), sessions: Number(row?.sessions) };
}
