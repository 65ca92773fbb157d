import { LRUCache } from 'lru-cache';
import type { CallName } from '#contract/api/calls';
import type { AffectedRead } from '#contract/api/dependencies';

/** What the cache needs to know of the database. */
export interface ChangeSource {
  readonly listen: (take: (change: readonly AffectedRead[] | 'everything') => void) => void;
  readonly settle: () => true | Promise<boolean>;
}

/** A part of an answer that knows how many bytes it has in memory. */
interface Sized {
  readonly size: number;
  onResize: () => void;
}

/** An answer that can be kept. */
export interface KeptAnswer {
  readonly body: Sized;
}

/** An answer with the reads that it shows: it is dropped when a write changes one of them. */
interface Entry {
  readonly reads: readonly AffectedRead[];
  readonly answer: KeptAnswer;
}

interface Flight {
  readonly reads: readonly AffectedRead[];
  readonly answer: Promise<KeptAnswer>;
}

const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * Answers that are the same for everybody, limited by size; the least recently used one is evicted first. What is
 * returned is never older than a write that was acknowledged before the call, by this server or by another one.
 */
export class ResponseCache {
  readonly #changes: ChangeSource;
  readonly #entries: LRUCache<string, Entry>;
  /** Answers that are being computed, for all who ask meanwhile. */
  readonly #flights = new Map<string, Flight>();
  /** The keys of entries and flights by the reads that they show. */
  readonly #keys = new Map<CallName, Set<string>>();

  constructor(changes: ChangeSource, maxBytes = defaultMaxBytes) {
    this.#changes = changes;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      dispose: (entry, key, reason) => {
        if (reason !== 'set') this.#forget(key, entry.reads);
      },
    });
    changes.listen((change) => this.#drop(change));
  }

  /** Bytes in the cache. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  /** The kept answer when nothing has to be asked for it, without waiting. */
  findNow<Answer extends KeptAnswer>(key: string): Answer | undefined {
    return this.#changes.settle() === true ? (this.#entries.get(key)?.answer as Answer | undefined) : undefined;
  }

  /** The kept answer, or that of `compute`, which is computed once for all who ask meanwhile. */
  async find<Answer extends KeptAnswer>(
    key: string,
    reads: readonly AffectedRead[],
    compute: () => Promise<Answer>,
  ): Promise<Answer> {
    const settled = this.#changes.settle();
    // While nobody knows what others have written, nothing that was read before can be used.
    if (settled !== true && !(await settled)) return compute();
    const entry = this.#entries.get(key);
    if (entry !== undefined) return entry.answer as Answer;
    const flight = this.#flights.get(key) ?? this.#compute(key, reads, compute);
    return flight.answer as Promise<Answer>;
  }

  #compute(key: string, reads: readonly AffectedRead[], compute: () => Promise<KeptAnswer>): Flight {
    const flight: Flight = { reads, answer: compute() };
    this.#flights.set(key, flight);
    for (const { name } of reads) this.#keysOf(name).add(key);
    // A write takes the flight away: its answer may be older than the write.
    const isCurrent = () => this.#flights.get(key) === flight;
    flight.answer.then(
      (answer) => {
        if (!isCurrent()) return;
        this.#flights.delete(key);
        this.#keep(key, { reads, answer });
      },
      () => {
        if (!isCurrent()) return;
        this.#flights.delete(key);
        this.#forget(key, reads);
      },
    );
    return flight;
  }

  #keep(key: string, entry: Entry): void {
    const { body } = entry.answer;
    if (body.size > this.#entries.maxSize) {
      this.#forget(key, entry.reads);
      return;
    }
    this.#entries.set(key, entry, { size: body.size });
    body.onResize = () => {
      const isKept = this.#entries.peek(key)?.answer === entry.answer;
      // The library takes another size with another value only.
      if (isKept) this.#entries.set(key, { ...entry }, { size: body.size });
    };
  }

  #keysOf(name: CallName): Set<string> {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const keys = new Set<string>();
    this.#keys.set(name, keys);
    return keys;
  }

  #forget(key: string, reads: readonly AffectedRead[]): void {
    for (const { name } of reads) this.#keys.get(name)?.delete(key);
  }

  #drop(change: readonly AffectedRead[] | 'everything'): void {
    if (change === 'everything') {
      this.#flights.clear();
      this.#entries.clear();
      this.#keys.clear();
      return;
    }
    for (const affected of change) {
      for (const key of [...(this.#keys.get(affected.name) ?? [])]) this.#dropIfAffected(key, affected);
    }
  }

  #dropIfAffected(key: string, affected: AffectedRead): void {
    const flight = this.#flights.get(key);
    if (flight?.reads.some((read) => isAffected(read, affected))) {
      this.#flights.delete(key);
      if (!this.#entries.has(key)) this.#forget(key, flight.reads);
    }
    if (this.#entries.peek(key)?.reads.some((read) => isAffected(read, affected))) this.#entries.delete(key);
  }
}

/** Whether a read is one of those that a write affects; ids are the same in upper and lower case. */
function isAffected(read: AffectedRead, { name, params = {} }: AffectedRead): boolean {
  if (read.name !== name) return false;
  return Object.entries(params).every(
    ([param, value]) => value == null || value.toLowerCase() === read.params?.[param]?.toLowerCase(),
  );
}
