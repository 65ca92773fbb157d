/*
 * A committed write is announced to all who listen, with the reads whose answers it may have changed:
 *
 * 1. Every transaction records the tables that it writes to. Tables that no cached answer shows do not count.
 * 2. A transaction that writes to another table announces the reads of `announceChange`. Without these it announces
 *    `everything`, so a missing announcement costs time and no correctness.
 * 3. A transaction that is rolled back announces nothing. Writes outside of transactions to tables that are shown throw.
 * 4. After `confirm` has resolved to true, all writes that were acknowledged before the call have been announced.
 */
import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { AffectedRead } from '#contract/calls/call';
import * as authTables from './auth-tables.ts';
import * as tables from './tables.ts';
import type { Transact, Transaction } from './transaction.ts';

/** The reads whose answers a committed write may have changed. */
export type Change = readonly AffectedRead[] | 'everything';

/** The committed writes of all servers of a database. */
export interface Changes {
  /** Calls `onChange` for every change. Returns a function that ends this. */
  readonly listen: (onChange: (change: Change) => void) => () => void;
  /** Resolves to false when the writes of other servers cannot be known at the moment. */
  readonly confirm: () => true | Promise<boolean>;
}

/** No cached answer shows these. */
const unseenTables: ReadonlySet<unknown> = new Set([
  ...Object.values(authTables),
  tables.liveSessions,
  tables.leases,
  tables.idempotencyKeys,
  tables.deletedUsers,
  tables.blockedUsers,
  tables.deletedEventSessions,
  tables.sessionVersions,
  tables.deletions,
  tables.deletedRows,
  tables.recorders,
  tables.apiTokens,
  tables.pairingCodes,
  tables.leagueWebhooks,
  tables.draftRulings,
  tables.deliveries,
  tables.notices,
  tables.noticeSettings,
  tables.pushSubscriptions,
]);

interface WriteLog {
  isShown: boolean;
  readonly announced: AffectedRead[];
}

const logs = new WeakMap<object, WriteLog>();

/** Sets which answers the writes of a transaction change. */
export function announceChange(transaction: Transaction, reads: readonly AffectedRead[]): void {
  const log = logs.get(transaction);
  if (log === undefined) throw new Error('changes are announced in a transaction');
  log.announced.push(...reads);
}

/** Whether a transaction has written, so far, to a table that is shown. */
export function hasShownWrites(transaction: Transaction): boolean {
  return logs.get(transaction)?.isShown === true;
}

/** Calls `onWrite` before each write to a table that is shown. */
function watchWrites(database: Transaction, onWrite: (table: PgTable) => void): void {
  for (const name of ['insert', 'update', 'delete'] as const) {
    const write: (table: PgTable) => unknown = database[name].bind(database);
    const watched = (table: PgTable) => {
      if (!unseenTables.has(table)) onWrite(table);
      return write(table);
    };
    Object.assign(database, { [name]: watched });
  }
}

/** Refuses writes outside of transactions to tables that are shown: they would not be announced. */
export function refuseSingleWrites<Database extends Transaction>(database: Database): Database {
  watchWrites(database, (table) => {
    throw new Error(`${getTableName(table)} is written in transactions only`);
  });
  return database;
}

/** Does the work of a transaction, and calls `publish` in it if the work changes anything that is shown. */
export async function recordChange<Outcome>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Outcome>,
  publish: (change: Change) => unknown,
): Promise<Outcome> {
  const log: WriteLog = { isShown: false, announced: [] };
  logs.set(transaction, log);
  watchWrites(transaction, () => {
    log.isShown = true;
  });
  const outcome = await work(transaction);
  if (log.isShown) await publish(log.announced.length === 0 ? 'everything' : log.announced);
  return outcome;
}

/** The listeners of changes. */
export class ChangeListeners {
  readonly #listeners = new Set<(change: Change) => void>();

  readonly listen: Changes['listen'] = (onChange) => {
    this.#listeners.add(onChange);
    return () => this.#listeners.delete(onChange);
  };

  notify(change: Change): void {
    for (const onChange of this.#listeners) onChange(change);
  }
}

/** The changes of a database that only this process uses: announced before a transaction is acknowledged. */
export function localChanges(transact: Transact): { readonly changes: Changes; readonly transaction: Transact } {
  const listeners = new ChangeListeners();
  return {
    changes: { listen: listeners.listen, confirm: () => true },
    transaction: async (work) => {
      const changes: Change[] = [];
      try {
        return await transact((transaction) => recordChange(transaction, work, (change) => changes.push(change)));
      } finally {
        // After a failed commit too: it may have been carried out.
        for (const change of changes) listeners.notify(change);
      }
    },
  };
}
