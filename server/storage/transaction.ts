import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A transaction, or the database itself for a single statement. */
export type Transaction = PgDatabase<PgQueryResultHKT>;

/** Commits or rolls back all work. */
export type Transact = <Outcome>(work: (transaction: Transaction) => Promise<Outcome>) => Promise<Outcome>;
