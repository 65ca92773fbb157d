import { afterEach, expect, test, vi } from 'vitest';
import { createDeviceFetch } from './device-fetch.ts';

afterEach(() => vi.unstubAllGlobals());

const token = 'a'.repeat(43);

/** The invitation that a request to an endpoint is sent with, from a page with a hash. */
async function inviteSent(endpoint: string, hash: string): Promise<string | null> {
  vi.stubGlobal('location', { hash });
  let sent: string | null = null;
  const fetcher = async (_: unknown, init?: RequestInit) => {
    sent = new Headers(init?.headers).get('x-pitboard-invite');
    return new Response('{}');
  };
  const storage = { getItem: () => null, setItem: () => undefined };
  await createDeviceFetch(fetcher as typeof fetch, storage)(`https://race.test/auth/v1/${endpoint}`);
  return sent;
}

test('a sign-up has the invitation in the address of its page', async () => {
  expect(await inviteSent('signup', `#invite=${token}`)).toBe(token);
});

test('other requests, and pages without a whole invitation, send none', async () => {
  expect(await inviteSent('verify', `#invite=${token}`)).toBeNull();
  for (const hash of ['', '#invite=', '#invite=short', `#other=${token}`])
    expect(await inviteSent('signup', hash)).toBeNull();
});
