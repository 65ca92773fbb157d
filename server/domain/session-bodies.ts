import { type Body, packBody } from '../bodies.ts';

/** What a session's bytes were made of: they are true as long as the database says the same. */
export interface SessionStamp {
  readonly version: number;
  readonly userName: string | null;
}

/** A session as it goes out. */
export interface SessionBody extends SessionStamp {
  readonly id: string;
  readonly body: Body;
}

interface Kept extends SessionBody {
  size: number;
  checkedAt: number;
}

/** Bounds: how many bytes are kept, and how long a shared database may have changed unseen, in ms. */
const mostBytes = 64 * 1024 * 1024;
const believedFor = 2_000;

/** A bounded cache of finished sessions as compressed bytes, least recently read first to go (design §4). */
export class SessionBodies {
  readonly #kept = new Map<string, Kept>();
  readonly #readings = new Map<string, Promise<SessionBody | null>>();
  #size = 0;
  readonly #isShared: boolean;
  readonly #time: () => number;
  readonly #mostBytes: number;

  /** `isShared`: other processes write to the same database, so a kept copy is asked about again after 2 s. */
  constructor(isShared: boolean, time: () => number, most = mostBytes) {
    this.#isShared = isShared;
    this.#time = time;
    this.#mostBytes = most;
  }

  /** Bytes that are held now. */
  get size(): number {
    return this.#size;
  }

  /**
   * The kept copy, or what `read` makes, which is then kept. Requests at one time share one reading, unless the session
   * was written meanwhile: who asks after a write never gets what was read before it. `stamp` asks the database what is
   * true now, null when the session is gone.
   */
  async find(
    id: string,
    stamp: () => Promise<SessionStamp | null>,
    read: () => Promise<SessionBody | null>,
  ): Promise<SessionBody | null> {
    return (await this.#stillTrue(id, stamp)) ?? this.#readings.get(id) ?? this.#startReading(id, read);
  }

  /** The kept copy if it may be sent without asking the database, else null. */
  peek(id: string): SessionBody | null {
    const kept = this.#kept.get(id);
    if (kept === undefined || this.#isShared) return null;
    this.#touch(kept);
    return kept;
  }

  /** Least recently read first to go. */
  #touch(kept: Kept): void {
    this.#kept.delete(kept.id);
    this.#kept.set(kept.id, kept);
  }

  async #stillTrue(id: string, stamp: () => Promise<SessionStamp | null>): Promise<SessionBody | null> {
    const kept = this.#kept.get(id);
    if (kept === undefined) return null;
    if (this.#isShared && this.#time() - kept.checkedAt > believedFor) {
      const now = await stamp();
      if (now?.version !== kept.version || now.userName !== kept.userName) {
        this.drop(id);
        return null;
      }
      kept.checkedAt = this.#time();
    }
    // Dropped while the database was asked: it is not put back.
    if (this.#kept.get(id) !== kept) return null;
    this.#touch(kept);
    return kept;
  }

  #startReading(id: string, read: () => Promise<SessionBody | null>): Promise<SessionBody | null> {
    const reading = read();
    this.#readings.set(id, reading);
    // A write takes the reading off the list: what it has read may be old by now.
    const isCurrent = () => this.#readings.get(id) === reading;
    reading.then(
      (made) => {
        if (!isCurrent()) return;
        this.#readings.delete(id);
        if (made !== null) this.keep(made);
      },
      () => {
        if (isCurrent()) this.#readings.delete(id);
      },
    );
    return reading;
  }

  /** Keeps a session that was written or read, and compresses it, once. */
  keep({ id, version, userName, body }: SessionBody): void {
    const present = this.#kept.get(id);
    if (present !== undefined && present.version > version) return;
    this.drop(id);
    const packing = packBody(body);
    const packed: Body = {
      hash: body.hash,
      length: body.length,
      bytes: async (encoding) => (await packing).bytes(encoding),
    };
    const kept: Kept = { id, version, userName, body: packed, size: body.length, checkedAt: this.#time() };
    this.#kept.set(id, kept);
    this.#size += kept.size;
    this.#shrink();
    packing.then(
      ({ size }) => this.#resize(kept, size),
      () => {
        if (this.#kept.get(id) === kept) this.drop(id);
      },
    );
  }

  /** Forgets a session that was written. */
  drop(id: string): void {
    this.#readings.delete(id);
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#kept.delete(id);
    this.#size -= kept.size;
  }

  /** Forgets all: a name that many sessions carry was changed. */
  clear(): void {
    this.#readings.clear();
    this.#kept.clear();
    this.#size = 0;
  }

  #resize(kept: Kept, size: number): void {
    if (this.#kept.get(kept.id) !== kept) return;
    this.#size += size - kept.size;
    kept.size = size;
    this.#shrink();
  }

  #shrink(): void {
    for (const [oldest] of this.#kept) {
      if (this.#size <= this.#mostBytes) break;
      this.drop(oldest);
    }
  }
}
