import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type HttpServer, openHttpServer } from '../../tests/fixtures/http-server.ts';
import { createRemoteKeys } from './remote-keys.ts';

const minute = 60_000;
let time = 0;
let fetchCount = 0;
let published: JWK[] | 'down' = [];
let service: HttpServer;

beforeEach(async () => {
  [time, fetchCount, published] = [1_000_000, 0, []];
  service = await openHttpServer((_, response) => {
    fetchCount += 1;
    if (published === 'down') response.writeHead(502).end('bad gateway');
    else response.end(JSON.stringify({ keys: published }));
  });
});
afterEach(() => service.close());

async function createKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const kid = randomUUID();
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' }, token };
}

function createVerify() {
  const keys = createRemoteKeys(`${service.origin}/jwks.json`, () => time);
  return async (token: string) => {
    try {
      await jwtVerify(token, keys, { algorithms: ['ES256'] });
      return 'good';
    } catch (error) {
      const { status, code, headers } = Object(error);
      return status === undefined ? String(code) : `${status} after ${headers['Retry-After']}`;
    }
  };
}

test('keys are fetched once and again after ten minutes; during an outage the last keys are used', async () => {
  const key = await createKey();
  published = [key.jwk];
  const verify = createVerify();
  expect(await Promise.all([verify(key.token), verify(key.token), verify(key.token)])).toEqual([
    'good',
    'good',
    'good',
  ]);
  expect(fetchCount).toBe(1);
  published = 'down';
  const results = new Set<string>();
  await expect
    .poll(async () => {
      time += 11 * minute;
      results.add(await verify(key.token));
      return fetchCount;
    })
    .toBeGreaterThanOrEqual(4);
  expect([...results]).toEqual(['good']);
});

test('a token with a new key id causes a fetch; a key that is no longer published is refused', async () => {
  const [old, fresh] = [await createKey(), await createKey()];
  published = [old.jwk];
  const verify = createVerify();
  await verify(old.token);
  time += 15_000;
  published = [fresh.jwk];
  expect(await verify(fresh.token)).toBe('good');
  expect(await verify(old.token)).toBe('ERR_JWKS_NO_MATCHING_KEY');
});

test('many tokens with unknown key ids cause one fetch in ten seconds', async () => {
  const key = await createKey();
  published = [key.jwk];
  const verify = createVerify();
  await verify(key.token);
  const unknown = await Promise.all(Array.from({ length: 20 }, createKey));
  time += 11_000;
  const outcomes = await Promise.all(unknown.map(({ token }) => verify(token)));
  expect(new Set(outcomes)).toEqual(new Set(['ERR_JWKS_NO_MATCHING_KEY']));
  expect(fetchCount).toBe(2);
});

test('before the first successful fetch a token is answered with 503, not refused', async () => {
  const key = await createKey();
  published = 'down';
  const verify = createVerify();
  expect([await verify(key.token), await verify(key.token), fetchCount]).toEqual(['503 after 10', '503 after 10', 1]);
  published = [key.jwk];
  time += 10_000;
  expect(await verify(key.token)).toBe('good');
});

test('a key that is published during a flood of unknown key ids is answered with 503 until the next fetch, not refused', async () => {
  const [old, fresh] = [await createKey(), await createKey()];
  published = [old.jwk];
  const verify = createVerify();
  await verify(old.token);
  time += 10_000;
  expect(await verify((await createKey()).token)).toBe('ERR_JWKS_NO_MATCHING_KEY');
  published = [old.jwk, fresh.jwk];
  time += 2_000;
  expect(await verify(fresh.token)).toBe('503 after 8');
  time += 8_000;
  expect(await verify(fresh.token)).toBe('good');
});
