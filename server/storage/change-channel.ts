import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { AffectedRead } from '#contract/api/dependencies';
import { type Change, ChangeListeners, type Changes } from './changes.ts';
import type { Transaction } from './transaction.ts';

const channel = 'pitboard_changes';
const testPrefix = 'test ';
/** The name of the connection in pg_stat_activity. */
const changeReader = 'pitboard changes';
/** PostgreSQL takes less than 8,000 bytes. */
const maxPayload = 7_900;
/** How long the database may take to answer before its changes count as unknown, in ms. */
const timeout = 2_000;
const shortestPause = 50;
const longestPause = 2_000;

/** Tells every server of this database what a transaction changes, when it is committed and only then. */
export async function notifyOfChange(transaction: Transaction, change: Change): Promise<void> {
  const text = JSON.stringify(change);
  await notify(transaction, Buffer.byteLength(text) > maxPayload ? JSON.stringify('everything') : text);
}

async function notify(database: Transaction, payload: string): Promise<void> {
  await database.execute(sql`select pg_notify(${channel}, ${payload})`);
}

function parseChange(payload: string): Change {
  const change: unknown = JSON.parse(payload);
  return Array.isArray(change) ? (change as AffectedRead[]) : 'everything';
}

/**
 * The changes that all servers of a PostgreSQL database make, from a connection that listens to them.
 *
 * `settle` asks on that connection and waits for the answer. PostgreSQL signals those who listen before a COMMIT is
 * acknowledged, and sends them what they were signalled about before it answers a question that arrives afterwards. So
 * when the answer is there, so is every change that was acknowledged before the question. Questions that wait at the
 * same time are one.
 */
export class ChangeChannel implements Changes {
  readonly #url: string;
  /** Other connections than the one that listens. */
  readonly #database: Transaction;
  readonly #listeners = new ChangeListeners();
  readonly listen = this.#listeners.listen;
  #client: pg.Client | null = null;
  /** The question that has not been sent yet. */
  #next: Promise<boolean> | null = null;
  #asked: Promise<boolean> = Promise.resolve(true);
  #pause = shortestPause;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(url: string, database: Transaction) {
    this.#url = url;
    this.#database = database;
  }

  /** Listens; while that fails, it is tried again and again, and nothing settles. */
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
    const test = randomUUID();
    let hasArrived = false;
    client.on('notification', ({ payload = '' }) => {
      if (payload.startsWith(testPrefix)) hasArrived ||= payload === testPrefix + test;
      else this.#listeners.tell(parseChange(payload));
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      // Behind a pooler that shares connections between transactions nothing would ever arrive.
      await notify(this.#database, testPrefix + test);
      await client.query('select 1');
      if (!hasArrived) throw new Error('what another connection has told did not arrive');
    } catch {
      client.end().catch(() => undefined);
      this.#tryLater();
      return;
    }
    if (this.#isClosed) return void client.end().catch(() => undefined);
    this.#client = client;
    this.#pause = shortestPause;
    // What was told before is not known.
    this.#listeners.tell('everything');
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => undefined);
    this.#listeners.tell('everything');
    this.#tryLater();
  }

  #tryLater(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.open(), this.#pause).unref();
    this.#pause = Math.min(longestPause, this.#pause * 2);
  }

  settle(): Promise<boolean> {
    // A question that was sent may have been answered before the latest write. Requests of one turn of the loop share one.
    this.#next ??= this.#asked.then(endOfTurn).then(() => {
      this.#next = null;
      this.#asked = this.#ask();
      return this.#asked;
    });
    return this.#next;
  }

  async #ask(): Promise<boolean> {
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
    if (this.#timer !== null) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}
