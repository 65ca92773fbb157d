import { asc, eq } from 'drizzle-orm';
import type { ApiToken } from '#contract/entities/api-token';
import type { Transaction } from './open-storage.ts';
import { apiTokens } from './tables.ts';

type ApiTokenRow = typeof apiTokens.$inferSelect;

/** The tokens of a user, in the order in which they were made. */
export function listApiTokensOf(transaction: Transaction, userId: string): Promise<ApiToken[]> {
  const { id, name, scope, createdAt, lastSeenAt } = apiTokens;
  return transaction
    .select({ id, name, scope, createdAt, lastSeenAt })
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(asc(apiTokens.createdAt), asc(apiTokens.id));
}

export async function insertApiToken(transaction: Transaction, row: ApiTokenRow): Promise<void> {
  await transaction.insert(apiTokens).values(row);
}

/** A token by its id, or by its hash. */
export async function findApiToken(
  transaction: Transaction,
  key: { readonly id: string } | { readonly tokenHash: string },
): Promise<ApiTokenRow | null> {
  const isMeant = 'id' in key ? eq(apiTokens.id, key.id) : eq(apiTokens.tokenHash, key.tokenHash);
  const [row] = await transaction.select().from(apiTokens).where(isMeant);
  return row ?? null;
}

export async function setApiTokenSeen(transaction: Transaction, id: string, lastSeenAt: string): Promise<void> {
  await transaction.update(apiTokens).set({ lastSeenAt }).where(eq(apiTokens.id, id));
}

export async function deleteApiTokenRow(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(apiTokens).where(eq(apiTokens.id, id));
}
