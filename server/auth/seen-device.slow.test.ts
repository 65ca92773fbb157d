import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  const auth = { options: { confirmEmail: false }, limits: { token: 20 } };
  server = await openTestServer({}, undefined, undefined, auth);
});
afterAll(() => server.close());

const [email, password] = ['owner@x.test', 'the secret of the owner'];

async function signIn(secret: string, device?: string): Promise<number> {
  const headers = device === undefined ? {} : { 'x-pitboard-device': device };
  const payload = { email, password: secret };
  const url = '/auth/v1/token?grant_type=password';
  return (await server.app.inject({ method: 'POST', url, headers, payload })).statusCode;
}

test('the owner logs in on a device that was logged in before, while somebody guesses at the same address', async () => {
  const device = 'the-phone-of-the-owner-1';
  await server.app.inject({ method: 'POST', url: '/auth/v1/signup', payload: { email, password } });
  expect(await signIn(password, device)).toBe(200);
  for (let guess = 0; guess < 20; guess += 1) await signIn('a guess');
  expect(await signIn(password, 'a-device-of-a-stranger-1')).toBe(429);
  expect(await signIn(password, device)).toBe(200);
});
