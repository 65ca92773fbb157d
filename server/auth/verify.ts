import { AuthError, invalid } from './auth-error.ts';
import { type Body, parseEmail, parsePhone, readText } from './body-fields.ts';
import type { AuthContext } from './context.ts';
import { type LoginResponse, startLogin } from './logins.ts';
import { sendAddressNotices } from './notices.ts';
import { type LinkProof, type Redeemed, redeemCode, redeemLink } from './redeem.ts';

/** The message after one of two addresses has confirmed a change. */
export const partialChangeMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** A login, a change that the other address must confirm too, or a code for the client to exchange. */
export type Verified = { login: LoginResponse } | { isPartial: true } | { authCode: string };

/** Redeems the token of a link. `returnsCode`: a PKCE link returns its code instead of a login. */
export async function verifyLink(context: AuthContext, proof: LinkProof, returnsCode: boolean): Promise<Verified> {
  const [redeemed, verified] = await context.storage.transaction(async (transaction): Promise<[Redeemed, Verified]> => {
    const redeemed = await redeemLink(context, transaction, proof);
    const { user, isPartial, authCode } = redeemed;
    if (isPartial) return [redeemed, { isPartial }];
    if (returnsCode && authCode !== null) return [redeemed, { authCode }];
    return [redeemed, { login: await startLogin(context, transaction, user.id, 'otp') }];
  });
  await sendAddressNotices(context, { from: redeemed.previousEmail, to: redeemed.user.email });
  return verified;
}

/** Redeems a code that the user typed. */
export async function verifyCode(context: AuthContext, body: Body, deviceHash: string | null): Promise<Verified> {
  const [type, token] = [readText(body, 'type') ?? '', readText(body, 'token') ?? ''];
  const [email, phone] = [readText(body, 'email'), readText(body, 'phone')];
  if (email === null && phone === null)
    throw invalid('Only an email address or phone number should be provided on verify');
  const isByPhone = type === 'sms' || type === 'phone_change';
  const address = isByPhone ? parsePhone(phone ?? '') : parseEmail(email ?? '');
  const outcome = await context.storage.transaction(async (transaction): Promise<[Redeemed, Verified] | AuthError> => {
    const redeemed = await redeemCode(context, transaction, { type, address, code: token, deviceHash });
    if (redeemed instanceof AuthError) return redeemed;
    if (redeemed.isPartial) return [redeemed, { isPartial: true }];
    return [redeemed, { login: await startLogin(context, transaction, redeemed.user.id, 'otp') }];
  });
  if (outcome instanceof AuthError) throw outcome;
  const [redeemed, verified] = outcome;
  await sendAddressNotices(context, { from: redeemed.previousEmail, to: redeemed.user.email });
  return verified;
}
