import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, parsePhone, readText } from './body-fields.ts';
import type { AuthContext } from './context.ts';
import { type LinkProof, redeemCode, redeemLink } from './redeem.ts';
import { type SessionView, startSession } from './sessions.ts';

/** The message after one of two addresses has confirmed a change. */
export const partialChangeMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** A session, a change that the other address must confirm too, or a code for the client to exchange. */
export type Verified = { session: SessionView } | { isPartial: true } | { authCode: string };

/** Redeems the token of a link. `returnsCode`: a PKCE link returns its code instead of a session. */
export async function verifyLink(context: AuthContext, proof: LinkProof, returnsCode: boolean): Promise<Verified> {
  return context.storage.transaction(async (transaction) => {
    const { user, isPartial, authCode } = await redeemLink(context, transaction, proof);
    if (isPartial) return { isPartial };
    if (returnsCode && authCode !== null) return { authCode };
    return { session: await startSession(context, transaction, user.id, 'otp') };
  });
}

/** Redeems a code that the user typed. */
export async function verifyCode(context: AuthContext, body: Body, deviceHash: string | null): Promise<Verified> {
  const [type, token] = [readText(body, 'type') ?? '', readText(body, 'token') ?? ''];
  const [email, phone] = [readText(body, 'email'), readText(body, 'phone')];
  if (email === null && phone === null)
    throw invalid('Only an email address or phone number should be provided on verify');
  const isByPhone = type === 'sms' || type === 'phone_change';
  const address = isByPhone ? parsePhone(phone ?? '') : parseEmail(email ?? '');
  const outcome = await context.storage.transaction(async (transaction): Promise<Verified | AuthError> => {
    const redeemed = await redeemCode(context, transaction, { type, address, code: token, deviceHash });
    if (redeemed instanceof AuthError) return redeemed;
    if (redeemed.isPartial) return { isPartial: true };
    return { session: await startSession(context, transaction, redeemed.user.id, 'otp') };
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}
