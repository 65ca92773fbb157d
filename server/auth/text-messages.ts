import { hashCode, hashToken, randomCode, randomToken } from '../tokens/secrets.ts';
import { AuthError, tooMany } from './auth-error.ts';
import type { ComposedMessage } from './compose-mail.ts';
import { type AuthContext, currentInstant } from './context.ts';

/** Counts a request for a text message. @throws AuthError 429. */
export async function countTextRequest(context: AuthContext, phone: string, client: string): Promise<void> {
  await context.limits.countMailRequest({ kind: 'sms', to: phone, client }).catch((error: unknown) => {
    if (!(error instanceof AuthError) || error.status !== 429) throw error;
    throw tooMany('over_sms_send_rate_limit', error.message, Number(error.headers['retry-after']));
  });
}

/**
 * Composes a text message with a code. Null when the number gets no more this hour: then nothing may change. `isSent`: false
 * for a message that only counts.
 */
export async function composeText(
  context: AuthContext,
  phone: string,
  isSent: boolean,
): Promise<ComposedMessage | null> {
  if (!(await context.limits.claimMessage({ kind: 'sms', to: phone, isSent, share: 'signUps' }))) {
    context.audit('text message held back, its recipient got too many', null);
    return null;
  }
  const code = randomCode();
  return {
    hash: hashToken(randomToken()),
    codeHash: hashCode(context.keys.secret, phone, code),
    createdAt: currentInstant(context),
    send: () => context.sendText({ phone: `+${phone}`, code }),
  };
}
