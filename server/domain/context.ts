import type { Caller } from '../caller.ts';
import { changedMeanwhile, forbidden, unauthorized } from '../problem.ts';
import type { Transaction } from '../storage/open-storage.ts';

/** What every verb is given: the transaction it works in, who calls, what time it is. */
export interface Context {
  readonly transaction: Transaction;
  readonly caller: Caller | null;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Runs an effect once the transaction is committed. */
  readonly after: (effect: () => void) => void;
}

/** An entity with the version of its row, which ETag and If-Match speak of (design §4). */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: number;
}

/** The version that If-Match names; null: any. */
export type Expected = number | null;

/** The user who calls. @throws Problem 401 for an anonymous caller. */
export function memberOf({ caller }: Context): string {
  if (caller === null) throw unauthorized();
  return caller.userId;
}

/** @throws Problem 403 when the caller does not own the row. */
export function mustOwn(context: Context, row: { readonly ownerId: string }): void {
  if (memberOf(context) !== row.ownerId) throw forbidden();
}

/** @throws Problem 412 with the entity as it is now, when If-Match names another version. */
export async function mustMatch(
  expected: Expected,
  row: { readonly version: number },
  current: () => Promise<unknown>,
): Promise<void> {
  if (expected !== null && expected !== row.version) throw changedMeanwhile(await current());
}
