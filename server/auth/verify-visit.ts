import type { FastifyReply } from 'fastify';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import type { LoginResponse } from './logins.ts';
import { type AuthRequest, readQuery, readRedirect } from './requests.ts';
import { partialChangeMessage, verifyLink } from './verify.ts';

/** Redeems a link that was opened in a browser, and redirects to the app with the result in the URL. */
export async function verifyByVisit(
  context: AuthContext,
  request: AuthRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [type, token] = [readQuery(request, 'type'), readQuery(request, 'token')];
  if (type === undefined || type === '') throw invalid('Verify requires a verification type');
  if (token === undefined || token === '') throw invalid('Verify requires a token');
  const target = new URL(readRedirect(context, request));
  const isPkce = token.startsWith('pkce_');
  try {
    const outcome = await verifyLink(context, { type, token, deviceHash: null }, true);
    if ('authCode' in outcome) target.searchParams.set('code', outcome.authCode);
    else if ('isPartial' in outcome) target.hash = toFragment({ message: partialChangeMessage, sb: '' });
    else target.hash = loginFragment(outcome.login, type);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const details = { error: 'access_denied', error_code: error.code, error_description: error.message };
    if (isPkce) for (const [name, value] of Object.entries(details)) target.searchParams.set(name, value);
    target.hash = toFragment({ ...details, sb: '' });
  }
  return reply.code(303).header('location', target.href).send();
}

function toFragment(values: Record<string, string>): string {
  return new URLSearchParams(values).toString();
}

function loginFragment(login: LoginResponse, type: string): string {
  return new URLSearchParams({
    access_token: login.access_token,
    expires_at: String(login.expires_at),
    expires_in: String(login.expires_in),
    refresh_token: login.refresh_token,
    sb: '',
    token_type: 'bearer',
    type,
  }).toString();
}
