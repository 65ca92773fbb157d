import { forbidden, notFound } from '../http/problem.ts';
import type { Storage } from '../storage/open-storage.ts';
import { findToken, setTokenSeen } from '../storage/token-rows.ts';
import { type Context, requireUser } from './context.ts';

type TokenTable = Parameters<typeof findToken>[1];

/** When a token was last seen is stored at most this often, in ms. */
const seenInterval = 60_000;

/** @throws Problem 404 when there is no such token, 403 when it is not the caller's. */
export async function requireOwnToken(context: Context, table: TokenTable, id: string): Promise<void> {
  const userId = requireUser(context);
  const token = await findToken(context.transaction, table, { id });
  if (token === null) throw notFound();
  if (token.userId !== userId) throw forbidden();
}

/** Stores that a token was used. */
export async function noteSeen(
  storage: Storage,
  table: TokenTable,
  { id, lastSeenAt }: { readonly id: string; readonly lastSeenAt: string | null },
  now: Date,
): Promise<void> {
  if (lastSeenAt !== null && now.getTime() - Date.parse(lastSeenAt) <= seenInterval) return;
  await storage.transaction((transaction) => setTokenSeen(transaction, table, id, now.toISOString()));
}
