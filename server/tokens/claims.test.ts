import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openHttpServer } from '../../tests/fixtures/http-server.ts';
import type { Env } from '../settings/env.ts';
import { createVerifier, issuerOf, toCaller } from './caller.ts';
import type { SigningKeys } from './keys.ts';

const userId = '018f3b6e-0000-7000-8000-000000000001';
const sub = userId;
const publicUrl = 'http://pitboard.test';

describe('the caller of claims', () => {
  const claims = { sub, role: 'authenticated', iat: 1_000 };

  test('has the login and the times of the token, in ms', () => {
    const caller = toCaller({ ...claims, session_id: 'one', amr: [{ timestamp: 900 }, { timestamp: 950 }] });
    expect(caller).toEqual({
      userId,
      loginId: 'one',
      isMinted: false,
      issuedAt: 1_000_000,
      signedInAt: 950_000,
      username: null,
    });
  });

  test.each([
    ['without times', {}, { issuedAt: 0, signedInAt: 0 }],
    ['with a time that is no number', { iat: 'now' }, { issuedAt: 0, signedInAt: 0 }],
    ['without a sign-in', { iat: 7 }, { issuedAt: 7_000, signedInAt: 7_000 }],
    ['with a sign-in in another form', { iat: 7, amr: ['password'] }, { issuedAt: 7_000, signedInAt: 7_000 }],
    ['with a sign-in without its time', { iat: 7, amr: [{}] }, { issuedAt: 7_000, signedInAt: 7_000 }],
  ])('of a token %s', (_, given, expected) => {
    expect(toCaller({ sub, role: 'authenticated', ...given } as JWTPayload)).toMatchObject(expected);
  });

  test.each([
    ['a name and no session', { user_metadata: { username: ' Otter ' } }, true, 'Otter'],
    ['no name and no session', {}, false, null],
    ['a name that is no text', { user_metadata: { username: 7 } }, false, null],
    ['no texts of the user', { user_metadata: null }, false, null],
    ['an empty name', { user_metadata: { username: '' } }, true, null],
    ['a name of 100 characters', { user_metadata: { username: 'x'.repeat(100) } }, true, 'x'.repeat(100)],
    ['a name of 101 characters', { user_metadata: { username: 'x'.repeat(101) } }, true, null],
    ['a name of two lines', { user_metadata: { username: 'a\nb' } }, true, null],
    // The user of a login can write these texts.
    ['a name and a session', { session_id: 'one', user_metadata: { username: 'Otter' } }, false, null],
  ])('that have %s', (_, given, isMinted, username) => {
    expect(toCaller({ ...claims, ...given })).toMatchObject({ isMinted, username });
  });

  test.each([
    ['no subject', { sub: undefined }],
    ['a subject that is no id', { sub: 'max' }],
    ['another role', { role: 'service_role' }],
    ['no role', { role: undefined }],
    ['a login that is no text', { session_id: 7 }],
  ])('that have %s is nobody', (_, given) => {
    expect(toCaller({ ...claims, ...given } as JWTPayload)).toBeNull();
  });
});

test('tokens are issued by this server, or by its project', () => {
  expect(issuerOf({ publicUrl, supabase: null })).toBe('http://pitboard.test/auth/v1');
  const supabase = { url: 'https://project.test', publishableKey: 'key', jwtSecret: null };
  expect(issuerOf({ publicUrl, supabase })).toBe('https://project.test/auth/v1');
});

const now = Date.parse('2026-11-22T20:00:00.000Z');
const seconds = now / 1_000;
const secret = 'a-secret-of-at-least-thirty-two-characters';

let elliptic: JWK;
let rsa: JWK;
let keys: SigningKeys;
beforeAll(async () => {
  const [one, other] = await Promise.all(
    ['ES256', 'RS256'].map((algorithm) => generateKeyPair(algorithm, { extractable: true })),
  );
  if (one === undefined || other === undefined) throw new Error('there are no keys');
  elliptic = await exportJWK(one.privateKey);
  rsa = await exportJWK(other.privateKey);
  // The keys name no algorithm: only the verifier says which are allowed.
  const published = [
    { ...(await exportJWK(one.publicKey)), kid: 'elliptic' },
    { ...(await exportJWK(other.publicKey)), kid: 'rsa' },
  ];
  const sign = () => Promise.reject(new Error('unused'));
  keys = { secret: Buffer.alloc(32), id: 'elliptic', published: { keys: published }, sign };
});
afterEach(() => vi.useRealTimers());

function sign(given: Record<string, unknown> = {}, algorithm = 'ES256'): Promise<string> {
  const claims = { iss: `${publicUrl}/auth/v1`, aud: 'authenticated', role: 'authenticated', sub, exp: seconds + 60 };
  const kind = algorithm.slice(0, 2);
  const [kid, key] =
    kind === 'ES'
      ? ['elliptic', elliptic]
      : kind === 'HS'
        ? ['secret', new TextEncoder().encode(secret)]
        : ['rsa', rsa];
  return new SignJWT({ ...claims, ...given }).setProtectedHeader({ alg: algorithm, kid }).sign(key);
}

/** A verifier at a fixed time; with a secret the project has one. */
function verifierOf(jwtSecret: string | null = null, project: string | null = null) {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const supabase = project === null ? null : { url: project, publishableKey: 'key', jwtSecret };
  return createVerifier({ publicUrl, supabase } as Env, keys);
}

describe('a verifier', () => {
  test('finds nobody without a header', async () => {
    expect(await verifierOf()(undefined)).toBeNull();
  });

  test.each(['', 'Bearer', 'Basic abc', 'Bearer a.b', 'Bearer a.b.', 'Bearer .b.c', 'Bearer a..c', 'a.b.c'])(
    'asks for a bearer token in %j',
    async (header) => {
      await expect(verifierOf()(header)).rejects.toMatchObject({
        status: 401,
        message: 'The Authorization header has no bearer token.',
      });
    },
  );

  test('reads a header as a whole, in any case', async () => {
    const verify = verifierOf();
    const token = await sign();
    expect(await verify(`bearer ${token}`)).toMatchObject({ userId });
    for (const header of [`x Bearer ${token}`, `Bearer ${token} x`, `Bearer  ${token}`, `Bearer ${token}.x`])
      await expect(verify(header), header).rejects.toThrow('has no bearer token');
  });

  test('accepts a clock that is five seconds away, and says of older tokens that they have expired', async () => {
    const verify = verifierOf();
    expect(await verify(`Bearer ${await sign({ exp: seconds - 4 })}`)).toMatchObject({ userId });
    await expect(verify(`Bearer ${await sign({ exp: seconds - 6 })}`)).rejects.toMatchObject({
      status: 401,
      message: 'The token has expired.',
    });
    expect(await verify(`Bearer ${await sign({ nbf: seconds + 4 })}`)).toMatchObject({ userId });
    await expect(verify(`Bearer ${await sign({ nbf: seconds + 6 })}`)).rejects.toThrow('The token is not valid.');
  });

  test.each([
    ['no end', { exp: undefined }],
    ['no subject', { sub: undefined }],
    ['another audience', { aud: 'anon' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: publicUrl }],
    ['claims that are not those of a user', { role: 'service_role' }],
  ])('refuses a token with %s', async (_, given) => {
    await expect(verifierOf()(`Bearer ${await sign(given)}`)).rejects.toMatchObject({
      status: 401,
      message: 'The token is not valid.',
    });
  });

  test.each([
    ['ES256', true],
    ['RS256', true],
    ['RS512', false],
    ['PS256', false],
    ['HS256', false],
  ])('with keys and tokens of %s: accepts %s', async (algorithm, isAccepted) => {
    const caller = verifierOf()(`Bearer ${await sign({}, algorithm)}`);
    if (isAccepted) expect(await caller).toMatchObject({ userId });
    else await expect(caller).rejects.toThrow('The token is not valid.');
  });

  test('refuses a header that is no JSON', async () => {
    await expect(verifierOf()('Bearer a.b.c')).rejects.toThrow('The token is not valid.');
  });
});

describe('a verifier of a project', () => {
  const project = 'http://127.0.0.1:1';
  const iss = `${project}/auth/v1`;

  test('accepts HS256 by its secret alone, with the same checks', async () => {
    const verify = verifierOf(secret, project);
    expect(await verify(`Bearer ${await sign({ iss }, 'HS256')}`)).toMatchObject({ userId });
    await expect(verify(`Bearer ${await sign({ iss: publicUrl }, 'HS256')}`)).rejects.toThrow('not valid');
    await expect(verify(`Bearer ${await sign({ iss, exp: undefined }, 'HS256')}`)).rejects.toThrow('not valid');
    const other = verifierOf(`another-${secret}`, project);
    await expect(other(`Bearer ${await sign({ iss }, 'HS256')}`)).rejects.toThrow('not valid');
  });

  test.each([
    ['HS256 without a secret', 'HS256', null],
    ['HS512 with one', 'HS512', secret],
  ])('%s is not verified by it', async (_, algorithm, jwtSecret) => {
    const token = await sign({ iss }, algorithm);
    await expect(verifierOf(jwtSecret, project)(`Bearer ${token}`)).rejects.toMatchObject({ status: 401 });
  });

  test('asks the project for its keys, and says when it cannot be asked', async () => {
    const asked: (string | undefined)[] = [];
    const issuer = await openHttpServer(({ url: path }, response) => {
      asked.push(path);
      response.end(JSON.stringify(keys.published));
    });
    const url = issuer.origin;
    const token = await sign({ iss: `${url}/auth/v1` });
    expect(await verifierOf(secret, url)(`Bearer ${token}`)).toMatchObject({ userId });
    expect(asked).toEqual(['/auth/v1/.well-known/jwks.json']);
    await issuer.close();
    await expect(verifierOf(null, url)(`Bearer ${token}`)).rejects.toMatchObject({ status: 503 });
  });
});
