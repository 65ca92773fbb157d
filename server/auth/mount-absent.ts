import type { FastifyInstance } from 'fastify';
import { AuthError, invalid } from './auth-error.ts';
import type { AuthContext } from './context.ts';
import { type AuthRequest, bodyLimit, readBody, requireMember } from './requests.ts';

const noEnrolment: ReadonlyMap<unknown, string> = new Map([
  ['totp', 'mfa_totp_enroll_not_enabled'],
  ['phone', 'mfa_phone_enroll_not_enabled'],
  ['webauthn', 'mfa_webauthn_enroll_not_enabled'],
]);

/** Adds the endpoints of what this sign-in does not have: each says so with the code of Supabase Auth for the same. */
export function mountAbsent(app: FastifyInstance, context: AuthContext): void {
  for (const path of ['/otp', '/magiclink'])
    app.post(path, { bodyLimit }, () => {
      throw new AuthError(422, 'otp_disabled', 'One-time codes are disabled: log in with a password');
    });
  for (const path of ['/sso', '/sso/*'])
    app.all(path, { bodyLimit }, () => {
      throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
    });
  app.get('/authorize', () => {
    throw invalid('Unsupported provider: provider is not enabled');
  });
  app.all('/user/identities/*', { bodyLimit }, async (request: AuthRequest) => {
    await requireMember(context, request);
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  });
  app.post('/factors', { bodyLimit }, async (request: AuthRequest) => {
    await requireMember(context, request);
    const code = noEnrolment.get(readBody(request)['factor_type']);
    if (code === undefined) throw invalid('factor_type needs to be totp, phone, or webauthn');
    throw new AuthError(422, code, 'MFA enroll is disabled');
  });
  app.all('/factors/*', { bodyLimit }, async (request: AuthRequest) => {
    await requireMember(context, request);
    throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  });
}
