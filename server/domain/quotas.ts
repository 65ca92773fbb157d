import type { Usage } from '#contract/entities/usage';
import { conflict } from '../http/problem.ts';
import { countStored, type Stored } from '../storage/usage.ts';
import { type Context, requireUser } from './context.ts';

/** The most that an account can store. */
export type Quotas = Stored;

type Kind = keyof Quotas;

/** Returns the caller's stored amounts and their limits. */
export async function getUsage(context: Context, quotas: Quotas): Promise<Usage> {
  const stored = await countStored(context.transaction, requireUser(context));
  const amount = (kind: Kind) => ({ used: stored[kind], limit: quotas[kind] });
  return {
    sessions: amount('sessions'),
    bytes: amount('bytes'),
    leagues: amount('leagues'),
    seasons: amount('seasons'),
  };
}

/** For a transaction that has just stored something. @throws Problem 409 when that was more than an account can store. */
export async function requireWithin(context: Context, quotas: Quotas, kinds: readonly Kind[]): Promise<void> {
  const stored = await countStored(context.transaction, requireUser(context));
  const kind = kinds.find((one) => stored[one] > quotas[one]);
  if (kind !== undefined) throw isFull(kind, quotas);
}

/** @throws Problem 409 when the caller can store no further session. */
export async function requireRoomForSession(context: Context, quotas: Quotas): Promise<void> {
  const stored = await countStored(context.transaction, requireUser(context));
  const kind = (['sessions', 'bytes'] as const).find((one) => stored[one] >= quotas[one]);
  if (kind !== undefined) throw isFull(kind, quotas);
}

/** For a transaction that has just given a season to the owner of a league. @throws Problem 409 when that was one too many. */
export async function requireOwnerWithin(context: Context, { seasons }: Quotas, ownerId: string): Promise<void> {
  if ((await countStored(context.transaction, ownerId)).seasons > seasons)
    throw conflict('The owner of this league can have no more seasons, and would get this one.');
}

function isFull(kind: Kind, quotas: Quotas) {
  const limit = quotas[kind];
  if (kind !== 'bytes') {
    const things = limit === 1 ? kind.slice(0, -1) : kind;
    return conflict(`An account can have ${limit.toLocaleString('en')} ${things}: delete some first.`);
  }
  const size = Math.round(limit / 1e6).toLocaleString('en');
  return conflict(`Your sessions take ${size} MB, the most that an account can store: delete some first.`);
}
