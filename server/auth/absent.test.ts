import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAuthClient } from '../tests/support/auth-clients.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

let server: TestServer;
let url = '';
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, { options: { confirmEmail: false } });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

type Client = ReturnType<typeof connectAuthClient>['auth'];
const email = 'a@x.test';
let count = 0;
const factorId = '01900000-0000-7000-8000-000000000001';

/** Features that this sign-in lacks, with the error of a Supabase Auth where they are turned off. */
const absent: readonly [string, (auth: Client) => Promise<{ error: unknown }>, number, string][] = [
  ['a one-time code by mail', (auth) => auth.signInWithOtp({ email }), 422, 'otp_disabled'],
  ['a one-time code by text message', (auth) => auth.signInWithOtp({ phone: '+491701234567' }), 422, 'otp_disabled'],
  ['single sign-on', (auth) => auth.signInWithSSO({ domain: 'x.test' }), 404, 'saml_provider_disabled'],
  ['an app for codes', (auth) => auth.mfa.enroll({ factorType: 'totp' }), 422, 'mfa_totp_enroll_not_enabled'],
  [
    'a second factor by phone',
    (auth) => auth.mfa.enroll({ factorType: 'phone', phone: '+491701234567' }),
    422,
    'mfa_phone_enroll_not_enabled',
  ],
  ['a challenge of a factor', (auth) => auth.mfa.challenge({ factorId }), 404, 'mfa_factor_not_found'],
  ['the removal of a factor', (auth) => auth.mfa.unenroll({ factorId }), 404, 'mfa_factor_not_found'],
  [
    'another identity',
    (auth) => auth.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } }),
    404,
    'manual_linking_disabled',
  ],
  [
    'the removal of an identity',
    (auth) => auth.unlinkIdentity({ identity_id: factorId } as never),
    404,
    'manual_linking_disabled',
  ],
];

test.each(absent)('%s is refused with the code of the auth service', async (_, call, status, code) => {
  const { auth } = connectAuthClient(url);
  const credentials = { email: `racer${++count}@x.test`, password: 'correct horse 9' };
  await auth.signUp(credentials);
  expect((await call(auth)).error).toMatchObject({ status, code });
});

test.each([
  ['GET', '/authorize?provider=github', 400, 'validation_failed'],
  ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
  ['POST', '/factors', 401, 'no_authorization'],
  ['DELETE', '/user/identities/1', 401, 'no_authorization'],
  ['GET', '/elsewhere', 404, 'not_found'],
] as const)('%s %s without a login is answered with %i %s', async (method, path, status, code) => {
  const { statusCode, headers } = await server.app.inject({ method, url: `/auth/v1${path}` });
  expect([statusCode, headers['x-sb-error-code']]).toEqual([status, code]);
});
