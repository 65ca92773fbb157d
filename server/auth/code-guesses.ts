import type { MailKind } from '../storage/auth-tables.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { clearWrongCodes, countWrongCode, hasTooManyWrongCodes, pruneWrongCodes } from '../storage/wrong-codes.ts';
import { hashCode, isEqualHash } from '../tokens/secrets.ts';
import { type AuthContext, currentInstant, secondsAgo } from './context.ts';

/** Wrong codes of one kind for one account or address in an hour. After them only links work. */
const most = 10;
const window = 3_600;

interface Guess {
  readonly kind: MailKind;
  /** The subject of the count of wrong codes: the user, or the address without one. */
  readonly subject: string;
  /** Where the code was sent. */
  readonly address: string;
  readonly code: string;
}

/**
 * Finds the token of a code. Wrong codes count, also when new ones were sent since; after too many of them no code is
 * compared. The count holds when this transaction is committed.
 */
export async function judgeCode<Token extends { readonly codeHash: string }>(
  context: AuthContext,
  transaction: Transaction,
  { kind, subject, address, code }: Guess,
  listTokens: () => Promise<readonly Token[]>,
): Promise<Token | null> {
  const { secret } = context.keys;
  const since = secondsAgo(context, window);
  const limit = { key: hashCode(secret, subject, `wrong ${kind}`), most, since };
  // First: a flood of codes takes one statement each.
  if (await hasTooManyWrongCodes(transaction, limit)) return null;
  const tokens = await listTokens();
  if (tokens.length === 0) return null;
  if (!(await countWrongCode(transaction, { ...limit, now: currentInstant(context) }))) return null;
  const codeHash = hashCode(secret, address, code);
  const [token] = tokens.filter((each) => isEqualHash(each.codeHash, codeHash));
  if (token === undefined) {
    context.audit(`wrong code, ${kind}`, null);
    await pruneWrongCodes(transaction, since);
    return null;
  }
  await clearWrongCodes(transaction, limit.key);
  return token;
}
