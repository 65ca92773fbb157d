/*
 * The changes that all servers of a PostgreSQL database make.
 *
 * 1. A transaction sends its change with NOTIFY: PostgreSQL delivers it when the transaction commits, and only then.
 * 2. One connection of each server listens. PostgreSQL signals listeners before it acknowledges a COMMIT, and sends
 *    them what they were signalled about before it answers a query that arrives later. So `confirm` sends an empty query
 *    on that connection: its answer comes after every change that was acknowledged before the query.
 * 3. While that connection is lost nothing is confirmed. When it is lost and when it is back, everything counts as changed.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { callOf, isCallName, nameOf } from '#contract/calls/by-name';
import type { AffectedRead } from '#contract/calls/call';
import { type Change, ChangeListeners, type Changes } from './changes.ts';
import type { Transaction } from './transaction.ts';

const channel = 'pitboard_changes';
/** Begins the payload of a message with which a connection is tested. */
const testPrefix = 'test ';
/** The name of the connection in pg_stat_activity. */
const changeReader = 'pitboard changes';
/** PostgreSQL takes less than 8,000 bytes. */
const maxPayload = 7_900;
/** How long the database may take to answer before its changes count as unknown, in ms. */
const timeout = 2_000;
const shortestPause = 50;
const longestPause = 2_000;

/** Announces a change to all servers of the database when the transaction commits. */
export async function notifyOfChange(transaction: Transaction, change: Change): Promise<void> {
  const text = JSON.stringify(
    change === 'everything' ? change : change.map(({ call, params }) => ({ name: nameOf(call), params })),
  );
  await notify(transaction, Buffer.byteLength(text) > maxPayload ? JSON.stringify('everything') : text);
}

async function notify(database: Transaction, payload: string): Promise<void> {
  await database.execute(sql`select pg_notify(${channel}, ${payload})`);
}

function parseChange(payload: string): Change {
  const change: unknown = JSON.parse(payload);
  if (!Array.isArray(change)) return 'everything';
  // A server with another version may have reads that this one does not know.
  return (change as { name: string; params?: AffectedRead['params'] }[]).flatMap(({ name, params }): AffectedRead[] => {
    const call = isCallName(name) ? callOf(name) : null;
    return call?.method === 'GET' ? [{ call, ...(params && { params }) }] : [];
  });
}

/** The connection that listens to changes. It is opened again when it is lost. */
export class ChangeChannel implements Changes {
  readonly #url: string;
  /** Other connections than the one that listens. */
  readonly #database: Transaction;
  readonly #listeners = new ChangeListeners();
  readonly listen = this.#listeners.listen;
  #client: pg.Client | null = null;
  /** The query that has not been sent yet. */
  #next: Promise<boolean> | null = null;
  #sent: Promise<boolean> = Promise.resolve(true);
  #pause = shortestPause;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string, database: Transaction) {
    this.#url = url;
    this.#database = database;
  }

  /** Resolves after the first attempt to connect. */
  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: changeReader,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      keepAlive: true,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    try {
      await this.#connect(client);
    } catch {
      end(client);
      this.#retry();
      return;
    }
    if (this.#isClosed) return end(client);
    this.#client = client;
    this.#pause = shortestPause;
    this.#listeners.notify('everything');
  }

  /** @throws when messages do not arrive, as behind a pooler that shares connections between transactions. */
  async #connect(client: pg.Client): Promise<void> {
    const test = testPrefix + randomUUID();
    let hasArrived = false;
    client.on('notification', ({ payload = '' }) => {
      if (payload === test) hasArrived = true;
      else if (!payload.startsWith(testPrefix)) this.#listeners.notify(parseChange(payload));
    });
    await client.connect();
    await client.query(`listen ${channel}`);
    await notify(this.#database, test);
    await client.query('select 1');
    if (!hasArrived) throw new Error('a message of another connection did not arrive');
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    end(client);
    this.#listeners.notify('everything');
    this.#retry();
  }

  #retry(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.open(), this.#pause).unref();
    this.#pause = Math.min(longestPause, this.#pause * 2);
  }

  confirm(): Promise<boolean> {
    // A query that was sent may have been answered before the latest write. Calls that wait at the same time share one.
    this.#next ??= this.#sent.then(endOfTurn).then(() => {
      this.#next = null;
      this.#sent = this.#query();
      return this.#sent;
    });
    return this.#next;
  }

  async #query(): Promise<boolean> {
    const client = this.#client;
    if (client === null) return false;
    try {
      // An empty statement has the smallest answer.
      await client.query(';');
      return this.#client === client;
    } catch {
      this.#lose(client);
      return false;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}

function end(client: pg.Client): void {
  client.end().catch(() => undefined);
}
