/*
 * `find` and `findNow` never return an answer that is older than a write that any server acknowledged before the call:
 *
 * 1. The database announces each committed write, and an entry that shows one of its reads is removed at once, also
 *    while it is being computed. The cache therefore holds no answer that is older than an announced write.
 * 2. `confirm` resolves to true once all writes that were acknowledged before it was called have been announced. The cache
 *    is read after that. While it cannot confirm, each call computes its own answer.
 *
 * Calls at the same time share one computation. The cache is bounded in bytes; the least recently used entry goes first.
 */
import { LRUCache } from 'lru-cache';
import type { AffectedRead, Call } from '#contract/calls/call';

/** The changes of the database, as `Changes` in `storage/changes.ts`. */
export interface ChangeSource {
  readonly listen: (onChange: (change: readonly AffectedRead[] | 'everything') => void) => void;
  readonly confirm: () => true | Promise<boolean>;
}

/** An answer that can be cached. `onResize` is called when its bytes in memory change. */
export interface CachedAnswer {
  readonly body: { readonly size: number; onResize: () => void };
}

interface Entry {
  /** A write that changes one of these removes the entry. */
  readonly reads: readonly AffectedRead[];
  readonly promise: Promise<CachedAnswer>;
  /** Null while it is being computed. */
  readonly answer: CachedAnswer | null;
}

const defaultMaxBytes = 64 * 1024 * 1024;

/** The cache of answers that do not depend on the user. */
export class ResponseCache {
  readonly #changes: ChangeSource;
  readonly #entries: LRUCache<string, Entry>;
  /** The keys of the entries that show a read of this call. */
  readonly #keys = new Map<Call, Set<string>>();
  /** Answers that wait for a turn of a client. */
  readonly #turns = new Map<string, Promise<CachedAnswer>>();

  constructor(changes: ChangeSource, maxBytes = defaultMaxBytes) {
    this.#changes = changes;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      dispose: ({ reads }, key, reason) => {
        if (reason !== 'set') for (const { call } of reads) this.#keysOf(call).delete(key);
      },
    });
    changes.listen((change) => this.#remove(change));
  }

  /** Bytes in the cache. */
  get size(): number {
    return this.#entries.calculatedSize;
  }

  /** The cached answer, if it is usable without waiting for the database. */
  findNow<Answer extends CachedAnswer>(key: string): Answer | undefined {
    if (this.#changes.confirm() !== true) return undefined;
    return (this.#entries.get(key)?.answer ?? undefined) as Answer | undefined;
  }

  /** The cached answer, or that of `compute`. */
  async find<Answer extends CachedAnswer>(
    key: string,
    reads: readonly AffectedRead[],
    compute: () => Promise<Answer>,
  ): Promise<Answer> {
    const confirmed = this.#changes.confirm();
    if (confirmed !== true && !(await confirmed)) return compute();
    const promise = this.#entries.get(key)?.promise ?? this.#compute(key, reads, compute);
    return promise as Promise<Answer>;
  }

  /**
   * The same for an answer that takes long to compute: it begins in a turn of its client, and who has come while it is being
   * computed shares it. `inTurn` runs work in such a turn; requests of one client for one answer take one together.
   */
  async findInTurn<Answer extends CachedAnswer>(
    key: string,
    reads: readonly AffectedRead[],
    compute: () => Promise<Answer>,
    { client, inTurn }: { readonly client: string; readonly inTurn: (work: () => Promise<Answer>) => Promise<Answer> },
  ): Promise<Answer> {
    const confirmed = this.#changes.confirm();
    const begun = confirmed === true || (await confirmed) ? this.#entries.get(key) : undefined;
    if (begun !== undefined) return begun.promise as Promise<Answer>;
    const turn = `${client} ${key}`;
    const taken = this.#turns.get(turn) as Promise<Answer> | undefined;
    if (taken !== undefined) return taken;
    const taking = inTurn(() => this.find(key, reads, compute)).finally(() => this.#turns.delete(turn));
    this.#turns.set(turn, taking);
    return taking;
  }

  #compute(key: string, reads: readonly AffectedRead[], compute: () => Promise<CachedAnswer>): Promise<CachedAnswer> {
    const promise = compute();
    const isCurrent = () => this.#entries.peek(key)?.promise === promise;
    const store = (answer: CachedAnswer) => {
      if (!isCurrent()) return;
      const { size } = answer.body;
      if (size > this.#entries.maxSize) this.#entries.delete(key);
      else this.#entries.set(key, { reads, promise, answer }, { size });
    };
    this.#entries.set(key, { reads, promise, answer: null }, { size: 1 });
    for (const { call } of reads) this.#keysOf(call).add(key);
    promise.then(
      (answer) => {
        answer.body.onResize = () => store(answer);
        store(answer);
      },
      () => {
        if (isCurrent()) this.#entries.delete(key);
      },
    );
    return promise;
  }

  #remove(change: readonly AffectedRead[] | 'everything'): void {
    if (change === 'everything') this.#entries.clear();
    else for (const affected of change) this.#removeAffected(affected);
  }

  #removeAffected(affected: AffectedRead): void {
    for (const key of [...this.#keysOf(affected.call)]) {
      if (this.#entries.peek(key)?.reads.some((read) => isAffected(read, affected))) this.#entries.delete(key);
    }
  }

  #keysOf(call: Call): Set<string> {
    const keys = this.#keys.get(call) ?? new Set();
    this.#keys.set(call, keys);
    return keys;
  }
}

/** Whether a read is one of those that a write affects; ids are the same in upper and lower case. */
function isAffected(read: AffectedRead, { call, params = {} }: AffectedRead): boolean {
  if (read.call !== call) return false;
  return Object.entries(params).every(
    ([param, value]) => value == null || value.toLowerCase() === read.params?.[param]?.toLowerCase(),
  );
}
