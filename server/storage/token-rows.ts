import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Transaction } from './open-storage.ts';
import { apiTokens, recorders } from './tables.ts';

const tables = { apiTokens, recorders };
type TokenTable = keyof typeof tables;
type TokenRow<Name extends TokenTable> = (typeof tables)[Name]['$inferSelect'];

/** Both tables have the columns of this one. */
const tableOf = (name: TokenTable) => tables[name] as typeof recorders;

/** The tokens of a user, in the order in which they were made. */
export async function listTokens<Name extends TokenTable>(transaction: Transaction, name: Name, ofUser: string) {
  const { userId, tokenHash: _, ...listed } = getTableColumns(tableOf(name));
  const query = transaction.select(listed).from(tableOf(name)).where(eq(userId, ofUser));
  const rows: unknown = await query.orderBy(asc(listed.createdAt), asc(listed.id));
  // All columns of the table but two.
  return rows as Omit<TokenRow<Name>, 'userId' | 'tokenHash'>[];
}

export async function insertToken<Name extends TokenTable>(transaction: Transaction, name: Name, row: TokenRow<Name>) {
  await transaction.insert(tableOf(name)).values(row);
}

/** A token by its id, or by its hash. */
export async function findToken<Name extends TokenTable>(
  transaction: Transaction,
  name: Name,
  key: { readonly id: string } | { readonly tokenHash: string },
) {
  const { id, tokenHash } = tableOf(name);
  const isMeant = 'id' in key ? eq(id, key.id) : eq(tokenHash, key.tokenHash);
  const [row] = await transaction.select().from(tableOf(name)).where(isMeant);
  // All columns of the table.
  return (row ?? null) as TokenRow<Name> | null;
}

export async function setTokenSeen(transaction: Transaction, name: TokenTable, id: string, lastSeenAt: string) {
  await transaction
    .update(tableOf(name))
    .set({ lastSeenAt })
    .where(eq(tableOf(name).id, id));
}

export async function deleteToken(transaction: Transaction, name: TokenTable, id: string): Promise<void> {
  await transaction.delete(tableOf(name)).where(eq(tableOf(name).id, id));
}

/** Deletes all tokens of a user. */
export async function deleteTokensOf(transaction: Transaction, name: TokenTable, userId: string): Promise<void> {
  await transaction.delete(tableOf(name)).where(eq(tableOf(name).userId, userId));
}
