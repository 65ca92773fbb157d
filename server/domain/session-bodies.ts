import { type Body, bytesOf } from '../bodies.ts';

/** A session as it goes out, with the version of its row. */
export interface SessionBody {
  readonly body: Body;
  readonly version: number;
}

interface Kept extends SessionBody {
  readonly size: number;
  checkedAt: number;
}

/** Bounds: how many characters of JSON are kept, and how long a shared database may have changed unseen, in ms. */
const mostCharacters = 64 * 1024 * 1024;
const believedFor = 2_000;

/** A bounded cache of finished sessions as compressed bytes, least recently read first to go (design §4). */
export class SessionBodies {
  readonly #kept = new Map<string, Kept>();
  #size = 0;
  readonly #isShared: boolean;
  readonly #time: () => number;

  /** `isShared`: other processes write to the same database, so a kept copy is asked about again after 2 s. */
  constructor(isShared: boolean, time: () => number) {
    this.#isShared = isShared;
    this.#time = time;
  }

  /** The kept copy; `version` asks the database for the row's version, null when the row is gone. */
  async find(id: string, version: () => Promise<number | null>): Promise<SessionBody | null> {
    const kept = this.#kept.get(id);
    if (kept === undefined) return null;
    if (this.#isShared && this.#time() - kept.checkedAt > believedFor) {
      if ((await version()) !== kept.version) {
        this.drop(id);
        return null;
      }
      kept.checkedAt = this.#time();
    }
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept;
  }

  /** Keeps a session and compresses it, once. */
  keep(id: string, { body, version }: SessionBody): void {
    this.drop(id);
    const size = body.text.length;
    if (size > mostCharacters / 4) return;
    this.#kept.set(id, { body, version, size, checkedAt: this.#time() });
    this.#size += size;
    // A failure here shows again, with its error, when the bytes are asked for.
    void bytesOf(body, 'br').catch(() => undefined);
    for (const [oldest] of this.#kept) {
      if (this.#size <= mostCharacters) break;
      this.drop(oldest);
    }
  }

  /** Forgets all: a name that many sessions carry was changed. */
  clear(): void {
    this.#kept.clear();
    this.#size = 0;
  }

  /** Forgets a session that was written. */
  drop(id: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#kept.delete(id);
    this.#size -= kept.size;
  }
}
