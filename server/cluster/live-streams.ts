import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { LiveSummary } from '#contract/entities/live-session';
import { ticketLifetime } from '#contract/live/publisher-messages';
import type { ViewName } from '#contract/live/view';
import type { ReplicationSink } from '../live/channel.ts';
import type { StreamEntry } from './remote-live-race.ts';

/** The length of a stream: at least the entries since the snapshot before the last. */
const maxEntries = 600;
/** A snapshot is due this often, in ms. */
const snapshotInterval = 10_000;
/** A stream to which nothing is added is removed after this time, in s. */
const streamLifetime = 900;
/** How long a start waits for the subscription to claims, in ms. */
const subscribeTime = 2_000;
/** How long Redis waits for the next entry, in ms. */
const blockTime = 200;

const summaries = 'pitboard:live';
const claims = 'pitboard:live:claims';
const streamOf = (id: string) => `pitboard:live:${id}`;
const ticketOf = (hash: string) => `pitboard:ticket:${hash}`;

/** Announces that a server has claimed a live race, or that a user is removed. */
export type Claim = { readonly id: string; readonly epoch: number } | { readonly removedUser: string };

/** A live race of another server that is followed. */
interface Followed {
  lastId: string;
  readonly onEntry: (entry: StreamEntry) => void;
}

/** How the servers of one database share live races: a Redis stream for each live race, which its holder writes. */
export class LiveStreams {
  readonly #redis: Redis;
  /** Waits for entries, which blocks a connection. */
  readonly #reader: Redis;
  readonly #subscriber: Redis;
  readonly #warn: (error: unknown, text: string) => void;
  readonly #followed = new Map<string, Followed>();
  #isReading = false;
  #isClosed = false;
  /** Counts connections: entries from before the last one may be lost. */
  #connections = 0;

  constructor(redis: Redis, warn: (error: unknown, text: string) => void) {
    this.#redis = redis;
    this.#warn = warn;
    const own = { enableOfflineQueue: true, maxRetriesPerRequest: null, commandTimeout: undefined };
    this.#reader = redis.duplicate(own);
    this.#subscriber = redis.duplicate(own);
    redis.on('ready', () => {
      this.#connections += 1;
    });
    for (const client of [this.#reader, this.#subscriber]) client.on('error', () => undefined);
  }

  get isConnected(): boolean {
    return this.#redis.status === 'ready';
  }

  /** The sink with which the holder of a live race replicates it. */
  sinkOf(id: string, now: () => number): ReplicationSink {
    const snapshots = new Map<ViewName, { at: number; connection: number }>();
    const add = (epoch: number, kind: StreamEntry['kind'], ...fields: (string | number | Uint8Array)[]) =>
      this.#add(id, ['epoch', epoch, 'kind', kind, ...fields]);
    return {
      change: (view, epoch, change) => {
        const [bytes, text] = [change.in('binary').bytes, change.in('json').bytes];
        add(epoch, 'change', 'view', view, 'seq', change.seq, 'bytes', bytes, 'text', text);
      },
      snapshot: (view, { epoch, seq }, { bytes }) => {
        snapshots.set(view, { at: now(), connection: this.#connections });
        add(epoch, 'snapshot', 'view', view, 'seq', seq, 'bytes', bytes);
        this.#redis.expire(streamOf(id), streamLifetime).catch(() => undefined);
      },
      message: (epoch, { bytes }) => add(epoch, 'message', 'bytes', bytes),
      alive: (epoch) => add(epoch, 'alive'),
      isBehind: (view) => {
        const last = snapshots.get(view);
        return last === undefined || last.connection !== this.#connections || now() - last.at >= snapshotInterval;
      },
    };
  }

  #add(id: string, fields: (string | number | Uint8Array)[]): void {
    if (!this.isConnected) return;
    const values = fields.map((field) => (field instanceof Uint8Array ? Buffer.from(field) : String(field)));
    // The next snapshot replaces lost entries.
    this.#redis.xadd(streamOf(id), 'MAXLEN', '~', maxEntries, '*', ...values).catch(() => undefined);
  }

  /** Calls `onEntry` for each entry of a live race. Resolves after the entries that are stored already. */
  async follow(id: string, onEntry: (entry: StreamEntry) => void): Promise<void> {
    const followed: Followed = { lastId: '0', onEntry };
    try {
      for (const [entryId, fields] of await this.#redis.xrangeBuffer(streamOf(id), '-', '+')) {
        followed.lastId = entryId.toString();
        onEntry(parseEntry(fields));
      }
    } catch {
      // Without Redis viewers see the stored row; entries follow once Redis is back.
    }
    this.#followed.set(id, followed);
    if (!this.#isReading) this.#read();
  }

  unfollow(id: string): void {
    this.#followed.delete(id);
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#followed.size > 0 && !this.#isClosed) {
      try {
        await this.#readOnce();
      } catch (error) {
        if (!this.#isClosed) this.#warn(error, 'live sessions of other servers cannot be read');
        await new Promise((resolve) => setTimeout(resolve, 500).unref());
      }
    }
    this.#isReading = false;
  }

  async #readOnce(): Promise<void> {
    const ids = [...this.#followed.keys()];
    const lastIds = ids.map((id) => this.#followed.get(id)?.lastId ?? '0');
    const keys = ids.map(streamOf);
    const streams = await this.#reader.xreadBuffer('BLOCK', blockTime, 'STREAMS', ...keys, ...lastIds);
    for (const [key, entries] of (streams ?? []) as [Buffer, [Buffer, Buffer[]][]][]) {
      const followed = this.#followed.get(key.toString().slice(streamOf('').length));
      for (const [entryId, fields] of entries) {
        if (followed === undefined) continue;
        followed.lastId = entryId.toString();
        followed.onEntry(parseEntry(fields));
      }
    }
  }

  /** Publishes a claim to all servers. */
  announce(claim: Claim): void {
    if (this.isConnected) this.#redis.publish(claims, JSON.stringify(claim)).catch(() => undefined);
  }

  /**
   * Calls `onClaim` for the claims of all servers. While Redis is away the subscription waits for it, and a start does not
   * wait for the subscription.
   */
  async subscribe(onClaim: (claim: Claim) => void): Promise<void> {
    this.#subscriber.on('message', (_, text) => onClaim(JSON.parse(text)));
    const subscribed = this.#subscriber.subscribe(claims).catch((error) => {
      if (!this.#isClosed) this.#warn(error, 'claims of other servers cannot be read');
    });
    if (this.isConnected) await Promise.race([subscribed, sleep(subscribeTime, undefined, { ref: false })]);
  }

  /** Stores the summary of a live race for the lists of all servers. */
  putSummary(summary: LiveSummary, now: number): void {
    if (!this.isConnected) return;
    this.#redis.hset(summaries, summary.id, JSON.stringify({ summary, at: now })).catch(() => undefined);
  }

  removeSummary(id: string): void {
    if (this.isConnected) this.#redis.hdel(summaries, id).catch(() => undefined);
  }

  /** The stored summaries with their times; none without Redis. */
  async listSummaries(): Promise<{ readonly summary: LiveSummary; readonly at: number }[]> {
    const stored = await this.#redis.hvals(summaries).catch(() => []);
    return stored.map((text) => JSON.parse(text));
  }

  /** Stores a ticket by its hash. Returns false when Redis cannot. */
  async storeTicket(hash: string, sessionId: string): Promise<boolean> {
    return this.#redis.set(ticketOf(hash), sessionId, 'PX', ticketLifetime).then(
      () => true,
      () => false,
    );
  }

  /** The live race of a ticket, which is removed; null when there is none. */
  async takeTicket(hash: string): Promise<string | null> {
    return this.#redis.getdel(ticketOf(hash)).catch(() => null);
  }

  close(): void {
    this.#isClosed = true;
    this.#reader.disconnect();
    this.#subscriber.disconnect();
  }
}

function parseEntry(fields: readonly Buffer[]): StreamEntry {
  const values = new Map<string, Buffer>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    values.set(String(fields[index]), fields[index + 1] ?? Buffer.alloc(0));
  }
  const [epoch, seq] = [Number(values.get('epoch')), Number(values.get('seq'))];
  const view = values.get('view')?.toString() === 'table' ? 'table' : 'full';
  const [bytes, text] = [values.get('bytes'), values.get('text')];
  // Each kind has the fields that its sink adds; an unknown one counts as a sign of life.
  return { kind: String(values.get('kind')), epoch, seq, view, bytes, text } as StreamEntry;
}
