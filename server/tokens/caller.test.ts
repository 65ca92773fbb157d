import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpServer, openHttpServer } from '../../tests/fixtures/http-server.ts';
import { openTestServer, type TestServer, userIdOf } from '../tests/support/open-test-server.ts';
import { createVerifier } from './caller.ts';

let server: TestServer;
/** A server with a Supabase project as issuer, which publishes the keys of `server`. */
let hosted: TestServer;
let issuer: HttpServer;
beforeAll(async () => {
  server = await openTestServer();
  issuer = await openHttpServer((request, response) =>
    response.end(JSON.stringify(request.url?.endsWith('jwks.json') ? server.keys.published : [])),
  );
  hosted = await openTestServer({ SUPABASE_URL: issuer.origin, SUPABASE_PUBLISHABLE_KEY: 'key' });
});
afterAll(async () => {
  await server.close();
  await hosted.close();
});

let iss = 'http://pitboard.test/auth/v1';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function claims(given: Record<string, unknown> = {}) {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss,
    sub: userIdOf('max'),
    aud: 'authenticated',
    role: 'authenticated',
    iat: now,
    exp: now + 600,
    ...given,
  };
}

/** A token signed with the server's own key. */
function signOwn(given: Record<string, unknown>): Promise<string> {
  const { iat, exp, ...rest } = claims(given);
  return server.keys.sign(rest, { issuedAt: Number(iat), expiresAt: Number(exp) });
}

/** A token signed with an unknown key. */
async function signUnknown(header: Record<string, unknown> = {}): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey);
}

function signHmac(secret: string | Buffer, header: Record<string, unknown> = {}): string {
  const text = `${base64({ alg: 'HS256', typ: 'JWT', ...header })}.${base64(claims())}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function ownKey(): JWK {
  const [key] = server.keys.published.keys;
  if (key === undefined) throw new Error('the server publishes no key');
  return key;
}

const forged: Record<string, () => Promise<string> | string> = {
  'alg none': () => `${base64({ alg: 'none' })}.${base64(claims())}.`,
  'alg none with a signature': () => `${base64({ alg: 'none' })}.${base64(claims())}.AAAA`,
  'alg None': () => `${base64({ alg: 'None' })}.${base64(claims())}.AAAA`,
  'HS256 with the public key': () => signHmac(JSON.stringify(ownKey())),
  'HS256 with x of the public key': () => signHmac(Buffer.from(String(ownKey().x), 'base64url'), { kid: ownKey().kid }),
  'HS256 with an empty secret': () => signHmac('x'.repeat(1)),
  'another key': () => signUnknown(),
  'another key with the server’s key id': () => signUnknown({ kid: ownKey().kid }),
  'an unknown kid': () => signUnknown({ kid: randomUUID() }),
  'a key in the header': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    return new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey);
  },
  'a jku in the header': () => signUnknown({ jku: 'http://127.0.0.1:1/jwks.json' }),
  'an x5u in the header': () => signUnknown({ x5u: 'http://127.0.0.1:1/cert.pem' }),
  RS256: () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    return new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: String(ownKey().kid) }).sign(privateKey);
  },
  'another issuer': () => signOwn({ iss: 'http://evil.test/auth/v1' }),
  'no issuer': () => signOwn({ iss: undefined }),
  'another audience': () => signOwn({ aud: 'anon' }),
  'another role': () => signOwn({ role: 'service_role' }),
  expired: () => signOwn({ exp: Math.floor(Date.now() / 1_000) - 60 }),
  'not yet valid': () => signOwn({ nbf: Math.floor(Date.now() / 1_000) + 600 }),
  'no subject': () => signOwn({ sub: undefined }),
  'a subject that is not an id': () => signOwn({ sub: "' or 1=1" }),
  'a changed body': async () => {
    const [head, , signature] = (await signOwn({})).split('.');
    return `${head}.${base64(claims({ sub: userIdOf('eve') }))}.${signature}`;
  },
  'no token': () => 'abc',
};

test.each(Object.keys(forged))('%s is refused', async (name) => {
  const token = await forged[name]?.();
  const response = await server.call('pageOwnSeasons', { headers: { authorization: `Bearer ${token}` } });
  expect([response.statusCode, response.json().title]).toEqual([401, 'Unauthorized']);
  // Public reads refuse an invalid token too, so that the client refreshes it.
  const open = await server.call('listLeagues', { headers: { authorization: `Bearer ${token}` } });
  expect(open.statusCode).toBe(401);
});

test('with a Supabase project, its tokens are accepted, also during an outage, and the same forgeries are refused', async () => {
  const before = iss;
  iss = `${issuer.origin}/auth/v1`;
  const statusOf = async (token: string | undefined) =>
    (await hosted.call('pageOwnSeasons', { headers: { authorization: `Bearer ${token}` } })).statusCode;
  expect(await statusOf(await signOwn({}))).toBe(200);
  for (const [name, forge] of Object.entries(forged))
    expect([name, await statusOf(await forge())]).toEqual([name, 401]);
  // Nor are tokens of the server's own keys accepted. It is the second unknown key id: the keys are fetched again in 10 s.
  const { issuedAt, expiresAt } = {
    issuedAt: Math.floor(Date.now() / 1_000),
    expiresAt: Math.floor(Date.now() / 1_000) + 600,
  };
  expect(await statusOf(await hosted.keys.sign(claims(), { issuedAt, expiresAt }))).toBe(503);
  await issuer.close();
  expect(await statusOf(await signOwn({}))).toBe(200);
  iss = before;
});

test('the name of a token is stored as profile unless another user has it in any case', async () => {
  await server.get('pageOwnSeasons', { as: 'Max' });
  expect(await server.get('getProfile', { params: { userId: userIdOf('Max') } })).toEqual({
    id: userIdOf('Max'),
    username: 'Max',
    avatar_url: null,
  });
  await server.get('pageOwnSeasons', { as: 'MAX' });
  const other = await server.get('getProfile', { params: { userId: userIdOf('MAX') } });
  expect(other.username).toBeNull();
});

test.each([
  ['a NUL byte', 'a\u0000b', null],
  ['half a surrogate pair', '\ud800', null],
  ['a line break', 'two\nlines', null],
  ['101 characters', 'x'.repeat(101), null],
  ['blanks around it', '  Otter  ', 'Otter'],
])('a name with %s: %j is stored as %j', async (_, given, shown) => {
  const sub = randomUUID();
  const token = await signOwn({ sub, user_metadata: { username: given, avatar_url: 'javascript:alert(1)' } });
  const response = await server.call('listLeagues', { headers: { authorization: `Bearer ${token}` } });
  expect(response.statusCode).toBe(200);
  const profile = await server.get('getProfile', { params: { userId: sub } });
  expect(profile).toEqual({ id: sub, username: shown, avatar_url: null });
});

test('of concurrent users with the same name one gets it, and no call is refused', async () => {
  const subs = Array.from({ length: 8 }, () => randomUUID());
  const callAs = async (sub: string, username: string) => {
    const authorization = `Bearer ${await signOwn({ sub, user_metadata: { username } })}`;
    return (await server.call('listLeagues', { headers: { authorization } })).statusCode;
  };
  const ok = subs.map(() => 200);
  expect(await Promise.all(subs.map((sub) => callAs(sub, `Own ${sub}`)))).toEqual(ok);
  expect(await Promise.all(subs.map((sub) => callAs(sub, 'Shared')))).toEqual(ok);
  const profiles = await Promise.all(subs.map((userId) => server.get('getProfile', { params: { userId } })));
  expect(profiles.filter((profile) => profile.username === 'Shared').length).toBe(1);
});

test('tokens of a Supabase project are verified by its JWKS, and HS256 only by its secret', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const own = await openHttpServer((_, response) => response.end(JSON.stringify({ keys: [key] })));
  const url = own.origin;
  const jwtSecret = 'a-secret-of-at-least-thirty-two-characters';
  const verify = createVerifier({ ...server.env, supabase: { url, publishableKey: 'key', jwtSecret } }, server.keys);
  const issuerClaim = { iss: `${url}/auth/v1` };
  const good = await new SignJWT(claims(issuerClaim)).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);
  expect((await verify(`Bearer ${good}`))?.userId).toBe(userIdOf('max'));
  const old = await new SignJWT(claims(issuerClaim))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(jwtSecret));
  expect((await verify(`Bearer ${old}`))?.userId).toBe(userIdOf('max'));
  await expect(verify(`Bearer ${await signOwn(issuerClaim)}`)).rejects.toThrow('not valid');
  await own.close();
});
