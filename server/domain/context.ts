import type { ChangedBy } from '#contract/api/problem';
import { recentSignIn } from '#contract/constants';
import type { Right } from '#contract/rights';
import { forbidden, preconditionFailed, reauthenticationNeeded, unauthorized } from '../http/problem.ts';
import type { Transaction } from '../storage/open-storage.ts';
import type { Viewer } from '../storage/visibility.ts';
import type { Caller } from '../tokens/caller.ts';

/** The first argument of domain functions: the transaction, the caller and the current time. */
export interface Context {
  readonly transaction: Transaction;
  readonly caller: (Pick<Caller, 'userId'> & Partial<Pick<Caller, 'signedInAt' | 'recorderId'>>) | null;
  /** The right that the call needs in the league or season that it is about; null: it changes none. */
  readonly right: Right | null;
  /** The key of a private race that came with the request, as its hash. */
  readonly keyHash?: string | null;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Runs an effect once the transaction is committed. */
  readonly afterCommit: (effect: () => void) => void;
}

/** An entity with the version of its row, the base of ETag and If-Match. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: number;
}

/** The version that a change is based on; null accepts any version. */
export type ExpectedVersion = number | null;

/** The id of the caller, or null without a login. */
export function callerIdOf({ caller }: Context): string | null {
  return caller?.userId ?? null;
}

/** The caller as a viewer, for the rules of visibility. */
export function viewerOf(context: Context): Viewer {
  return { userId: callerIdOf(context), keyHash: context.keyHash ?? null };
}

/** The id of the caller. @throws Problem 401 without a login. */
export function requireUser({ caller }: Context): string {
  if (caller === null) throw unauthorized();
  return caller.userId;
}

/**
 * For what outlasts a login: a stolen token alone must not be enough.
 * @throws Problem 403 unless the caller has signed in a moment ago; a refresh is no sign-in.
 */
export function requireRecentSignIn({ caller, now }: Context): void {
  if (Date.parse(now) - (caller?.signedInAt ?? 0) > recentSignIn) throw reauthenticationNeeded();
}

/** @throws Problem 403 when the caller does not own the row. */
export function requireOwner(context: Context, row: { readonly ownerId: string }): void {
  if (requireUser(context) !== row.ownerId) throw forbidden();
}

/** @throws Problem 412 with the current entity, and who has changed it, when the row has another version than expected. */
export async function requireVersion(
  expected: ExpectedVersion,
  row: { readonly version: number },
  current: () => Promise<unknown>,
  changedBy: () => Promise<ChangedBy | null> = async () => null,
): Promise<void> {
  if (expected !== null && expected !== row.version) throw preconditionFailed(await current(), await changedBy());
}
