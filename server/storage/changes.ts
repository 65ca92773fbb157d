import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { AffectedRead } from '#contract/api/dependencies';
import * as authTables from './auth-tables.ts';
import {
  deletedEventSessions,
  deletedUsers,
  idempotencyKeys,
  leases,
  liveSessions,
  sessionVersions,
} from './tables.ts';
import type { Transact, Transaction } from './transaction.ts';

/** The reads whose answers a committed write may have changed. */
export type Change = readonly AffectedRead[] | 'everything';

/** What has changed in the database, whoever wrote it. */
export interface Changes {
  /** Calls back for every change. Returns a function that ends this. */
  readonly listen: (take: (change: Change) => void) => () => void;
  /**
   * Whether every write that was acknowledged before this call, by this server or by another one, has been told to those
   * who listen. False: it cannot be known at the moment.
   */
  readonly settle: () => true | Promise<boolean>;
}

/** No answer that a cache may keep shows these. A table that is not among them is taken for one that is shown. */
const unseenTables: ReadonlySet<unknown> = new Set([
  ...Object.values(authTables),
  liveSessions,
  leases,
  idempotencyKeys,
  deletedUsers,
  deletedEventSessions,
  sessionVersions,
]);

/** What a transaction has written so far. */
class WriteLog {
  #isShown = false;
  readonly #announced: AffectedRead[] = [];

  note(table: PgTable): void {
    if (!unseenTables.has(table)) this.#isShown = true;
  }

  announce(reads: readonly AffectedRead[]): void {
    this.#announced.push(...reads);
  }

  /** Null: nothing that is shown. A write that was not announced may have changed every answer. */
  get change(): Change | null {
    if (!this.#isShown) return null;
    return this.#announced.length === 0 ? 'everything' : this.#announced;
  }
}

const logs = new WeakMap<object, WriteLog>();

/** Says which answers the writes of a transaction change. Without this they are taken to change all of them. */
export function announceChange(transaction: Transaction, reads: readonly AffectedRead[]): void {
  const log = logs.get(transaction);
  if (log === undefined) throw new Error('changes are announced in a transaction');
  log.announce(reads);
}

type Writes = Pick<Transaction, 'insert' | 'update' | 'delete'>;

/** Calls `note` with the table of every write. */
function watchWrites(database: Transaction, note: (table: PgTable) => void): void {
  const { insert, update, delete: remove } = database;
  const watched: Writes = {
    insert: (table) => {
      note(table);
      return insert.call(database, table) as ReturnType<typeof insert<typeof table>>;
    },
    update: (table) => {
      note(table);
      return update.call(database, table) as ReturnType<typeof update<typeof table>>;
    },
    delete: (table) => {
      note(table);
      return remove.call(database, table) as ReturnType<typeof remove<typeof table>>;
    },
  };
  Object.assign(database, watched);
}

/** Refuses writes outside of transactions to tables that are shown, because nobody would be told of them. */
export function refuseSingleWrites<Database extends Transaction>(database: Database): Database {
  watchWrites(database, (table) => {
    if (!unseenTables.has(table)) throw new Error(`${getTableName(table)} is written in transactions only`);
  });
  return database;
}

/** Does the work of a transaction, and `publish`es in it what it changes, when that is anything. */
export async function recordChange<Outcome>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Outcome>,
  publish: (change: Change) => unknown,
): Promise<Outcome> {
  const log = new WriteLog();
  logs.set(transaction, log);
  watchWrites(transaction, (table) => log.note(table));
  const outcome = await work(transaction);
  if (log.change !== null) await publish(log.change);
  return outcome;
}

/** Those who listen to changes. */
export class ChangeListeners {
  readonly #takers = new Set<(change: Change) => void>();

  readonly listen: Changes['listen'] = (take) => {
    this.#takers.add(take);
    return () => this.#takers.delete(take);
  };

  tell(change: Change): void {
    for (const take of this.#takers) take(change);
  }
}

/** The changes of a database that only this process uses: told before a transaction is acknowledged. */
export function localChanges(transact: Transact): { readonly changes: Changes; readonly transaction: Transact } {
  const listeners = new ChangeListeners();
  return {
    changes: { listen: listeners.listen, settle: () => true },
    transaction: async (work) => {
      let tell = (): void => undefined;
      try {
        return await transact((transaction) =>
          recordChange(transaction, work, (change) => {
            tell = () => listeners.tell(change);
          }),
        );
      } finally {
        // After a failed commit too: it may have been carried out.
        tell();
      }
    },
  };
}
