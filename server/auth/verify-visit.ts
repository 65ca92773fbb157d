import type { FastifyReply } from 'fastify';
import { halfChanged, verifyLink } from './accounts.ts';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import type { SessionView } from './sessions.ts';

/** A link of a mail that leads here: the outcome goes to the app in the address (implicit flow or PKCE). */
export async function verifyByVisit(
  context: AuthContext,
  { type, link, target: address }: { type: string | undefined; link: string | undefined; target: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (type === undefined || type === '') throw invalid('Verify requires a verification type');
  if (link === undefined || link === '') throw invalid('Verify requires a token');
  const target = new URL(address);
  const isExchange = link.startsWith('pkce_');
  try {
    const outcome = await verifyLink(context, type, link, true);
    if ('authCode' in outcome) target.searchParams.set('code', outcome.authCode);
    else if ('half' in outcome) target.hash = new URLSearchParams({ message: halfChanged, sb: '' }).toString();
    else target.hash = fragmentOf(outcome.session, type);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const told = { error: 'access_denied', error_code: error.code, error_description: error.message };
    if (isExchange) for (const [name, value] of Object.entries(told)) target.searchParams.set(name, value);
    target.hash = new URLSearchParams({ ...told, sb: '' }).toString();
  }
  return reply.code(303).header('location', target.href).send();
}

function fragmentOf(session: SessionView, type: string): string {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: 'bearer',
    type,
  }).toString();
}
