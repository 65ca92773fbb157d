import type { Call } from '#contract/calls/call';
import type { Right } from '#contract/rights';
import type { Context } from '../domain/context.ts';
import type { Transaction } from '../storage/open-storage.ts';
import type { Caller } from '../tokens/caller.ts';

export class RequestContext implements Context {
  readonly transaction: Transaction;
  readonly caller: Caller | null;
  readonly now: string;
  readonly keyHash: string | null;
  readonly right: Right | null;
  /** Null for a read, which commits nothing. */
  readonly #effects: (() => void)[] | null;

  constructor(
    transaction: Transaction,
    caller: Caller | null,
    now: Date,
    {
      call,
      effects = null,
      keyHash = null,
    }: { call?: Pick<Call, 'access'>; effects?: (() => void)[] | null; keyHash?: string | null } = {},
  ) {
    this.transaction = transaction;
    this.caller = caller;
    this.now = now.toISOString();
    this.keyHash = keyHash;
    this.right = typeof call?.access === 'object' ? call.access.right : null;
    this.#effects = effects;
  }

  afterCommit(effect: () => void): void {
    if (this.#effects === null) effect();
    else this.#effects.push(effect);
  }
}
