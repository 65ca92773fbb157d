import { LRUCache } from 'lru-cache';
import { compressBody, type JsonBody } from './bodies.ts';

/** What the bytes of a session response depend on: they are valid while the database has the same values. */
export interface ResponseVersion {
  readonly version: number;
  readonly userName: string | null;
}

/** A response that shows a session. */
export interface SessionResponse extends ResponseVersion {
  readonly id: string;
  readonly body: JsonBody;
}

interface Entry extends SessionResponse {
  /** When the entry was last compared with the database. */
  checkedAt: number;
}

interface CacheOptions {
  /** Other processes write to the same database, so an entry is compared with it every 2 s. */
  readonly isShared: boolean;
  readonly now: () => number;
  readonly maxBytes?: number;
}

const defaultMaxBytes = 64 * 1024 * 1024;
/** How long an entry is used without comparing it with a shared database, in ms. */
const checkInterval = 2_000;

/** Responses of finished sessions as compressed bytes, limited by size; the least recently used entry is evicted first. */
export class SessionResponseCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #reads = new Map<string, Promise<SessionResponse | null>>();
  readonly #isShared: boolean;
  readonly #now: () => number;

  constructor({ isShared, now, maxBytes = defaultMaxBytes }: CacheOptions) {
    this.#isShared = isShared;
    this.#now = now;
    this.#entries = new LRUCache({ maxSize: maxBytes });
  }

  /** Bytes in the cache. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  /**
   * Returns the cached response, or the result of `read`, which is then cached. Concurrent requests share one read. A
   * write to the session detaches the read in progress: later requests start a new one, and its result is not cached.
   * `readVersion` returns the current version in the database, or null when the session is deleted.
   */
  async find(
    id: string,
    readVersion: () => Promise<ResponseVersion | null>,
    read: () => Promise<SessionResponse | null>,
  ): Promise<SessionResponse | null> {
    return (await this.#findValid(id, readVersion)) ?? this.#reads.get(id) ?? this.#startRead(id, read);
  }

  async #findValid(id: string, readVersion: () => Promise<ResponseVersion | null>): Promise<SessionResponse | null> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return null;
    if (!this.#isShared || this.#now() - entry.checkedAt <= checkInterval) return entry;
    const current = await readVersion();
    // The entry was invalidated or replaced during the read.
    if (this.#entries.peek(id) !== entry) return null;
    if (current?.version !== entry.version || current.userName !== entry.userName) {
      this.invalidate(id);
      return null;
    }
    entry.checkedAt = this.#now();
    return entry;
  }

  #startRead(id: string, read: () => Promise<SessionResponse | null>): Promise<SessionResponse | null> {
    const reading = read();
    this.#reads.set(id, reading);
    // A write removes the read: its result may be older than the write.
    const isCurrent = () => this.#reads.get(id) === reading;
    reading.then(
      (response) => {
        if (!isCurrent()) return;
        this.#reads.delete(id);
        if (response !== null) this.store(response);
      },
      () => {
        if (isCurrent()) this.#reads.delete(id);
      },
    );
    return reading;
  }

  /** Stores a response that was written or read, and compresses it once. Ignores an older version than the stored one. */
  store({ id, version, userName, body }: SessionResponse): void {
    const present = this.#entries.peek(id);
    if (present !== undefined && present.version > version) return;
    this.#reads.delete(id);
    const compressing = compressBody(body);
    const pendingBody: JsonBody = {
      hash: body.hash,
      length: body.length,
      bytes: async (encoding) => (await compressing).bytes(encoding),
    };
    const entry: Entry = { id, version, userName, body: pendingBody, checkedAt: this.#now() };
    this.#entries.set(id, entry, { size: body.length });
    const isCurrent = () => this.#entries.peek(id) === entry;
    compressing.then(
      (compressed) => {
        if (isCurrent()) this.#entries.set(id, { ...entry, body: compressed }, { size: compressed.size });
      },
      () => {
        if (isCurrent()) this.#entries.delete(id);
      },
    );
  }

  /** Removes a session that was written. */
  invalidate(id: string): void {
    this.#reads.delete(id);
    this.#entries.delete(id);
  }

  /** Removes all sessions, because a user name that many of them contain was changed. */
  clear(): void {
    this.#reads.clear();
    this.#entries.clear();
  }
}
