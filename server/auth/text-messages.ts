import { replaceMailToken, type UserRow } from '../storage/accounts.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { AuthError, tooMany } from './auth-error.ts';
import { type AuthContext, currentInstant } from './context.ts';
import { hashCode, hashToken, randomCode, randomToken } from './secrets.ts';

/** Counts a request for a text message. @throws AuthError 429. */
export async function countTextRequest(context: AuthContext, phone: string, client: string): Promise<void> {
  await context.limits.countMailRequest({ kind: 'sms', to: phone, client }).catch((error: unknown) => {
    if (!(error instanceof AuthError) || error.status !== 429) throw error;
    throw tooMany('over_sms_send_rate_limit', error.message, Number(error.headers['retry-after']));
  });
}

/** Stores the hash of a new code. Returns a function that sends the message after the transaction. */
export async function prepareText(
  context: AuthContext,
  transaction: Transaction,
  user: UserRow,
  phone: string,
): Promise<() => void> {
  const code = randomCode();
  const codeHash = hashCode(context.keys.secret, phone, code);
  const createdAt = currentInstant(context);
  const row = { userId: user.id, kind: 'sms', hash: hashToken(randomToken()), codeHash, createdAt } as const;
  await replaceMailToken(transaction, row);
  return () => context.sendText({ phone: `+${phone}`, code, userId: user.id });
}
