import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remoteKeys } from './remote-keys.ts';

const minute = 60_000;
let time = 0;
let asked = 0;
let published: JWK[] | 'down' = [];
let service: Server;
let address = '';

beforeEach(async () => {
  [time, asked, published] = [1_000_000, 0, []];
  service = createServer((_, response) => {
    asked += 1;
    if (published === 'down') response.writeHead(502).end('bad gateway');
    else response.end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const bound = service.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/jwks.json`;
});
afterEach(() => new Promise((resolve) => service.close(resolve)));

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const kid = randomUUID();
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' }, token };
}

function verifier() {
  const keys = remoteKeys(address, () => time);
  return async (token: string) => {
    try {
      await jwtVerify(token, keys, { algorithms: ['ES256'] });
      return 'good';
    } catch (error) {
      return String(Object(error).status ?? Object(error).code);
    }
  };
}

test('keys are asked for once, again after ten minutes, and an outage changes nothing', async () => {
  const key = await newKey();
  published = [key.jwk];
  const verify = verifier();
  expect(await Promise.all([verify(key.token), verify(key.token), verify(key.token)])).toEqual([
    'good',
    'good',
    'good',
  ]);
  expect(asked).toBe(1);
  published = 'down';
  const verdicts = new Set<string>();
  await expect
    .poll(async () => {
      time += 11 * minute;
      verdicts.add(await verify(key.token));
      return asked;
    })
    .toBeGreaterThanOrEqual(4);
  expect([...verdicts]).toEqual(['good']);
});

test('a new key is found when a token names it; a withdrawn one is forgotten', async () => {
  const [old, fresh] = [await newKey(), await newKey()];
  published = [old.jwk];
  const verify = verifier();
  await verify(old.token);
  time += 15_000;
  published = [fresh.jwk];
  expect(await verify(fresh.token)).toBe('good');
  expect(await verify(old.token)).toBe('ERR_JWKS_NO_MATCHING_KEY');
});

test('a flood of unknown keys asks once in ten seconds', async () => {
  const key = await newKey();
  published = [key.jwk];
  const verify = verifier();
  await verify(key.token);
  const strangers = await Promise.all(Array.from({ length: 20 }, newKey));
  time += 11_000;
  for (const stranger of strangers) expect(await verify(stranger.token)).toBe('ERR_JWKS_NO_MATCHING_KEY');
  expect(asked).toBe(2);
});

test('without any key the answer is 503, not that the token is bad; then it recovers', async () => {
  const key = await newKey();
  published = 'down';
  const verify = verifier();
  expect([await verify(key.token), await verify(key.token), asked]).toEqual(['503', '503', 1]);
  published = [key.jwk];
  time += 11_000;
  expect(await verify(key.token)).toBe('good');
});
