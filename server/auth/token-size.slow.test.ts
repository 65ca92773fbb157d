import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateUserRow } from '../storage/accounts.ts';
import { authUsers } from '../storage/auth-tables.ts';
import { openTestServer, type TestServer } from '../tests/support/open-test-server.ts';

const password = 'correct horse 9';
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({}, undefined, undefined, { options: { confirmEmail: false } });
});
afterAll(() => server.close());

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return server.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

let count = 0;
const newAddress = () => `racer${++count}@x.test`;
const signUp = (email: string, data: object) => send('POST', '/auth/v1/signup', { email, password, data });

const scripts = [
  ['of one byte', 'x'],
  ['of two bytes', 'é'],
  ['of three bytes', '語'],
  ['of four bytes', '🏁'],
] as const;

describe.each(scripts)('metadata in letters %s', (_, letter) => {
  test('makes tokens of at most 6,000 bytes or is refused, with a sentence', async () => {
    let largest = 0;
    const refusals = new Set<string>();
    for (let length = 100; length <= 4_200; length += 100) {
      const answer = await signUp(newAddress(), { bio: letter.repeat(length) });
      if (answer.statusCode === 200) largest = Math.max(largest, answer.json().access_token.length);
      else refusals.add(`${answer.statusCode} ${answer.json().msg}`);
    }
    expect([largest <= 6_000, largest > 5_000]).toEqual([true, true]);
    expect([...refusals].sort()).toEqual([
      '400 data is too large: it may have 4 kB of JSON',
      '400 data is too large: with the address it would make a token of more than 6 kB',
    ]);
  });

  test('is bounded as a whole when it is added in parts', async () => {
    const { access_token: token } = (await signUp(newAddress(), {})).json();
    const part = letter.repeat(Math.floor(2_500 / Buffer.byteLength(letter)));
    const add = (name: string) => send('PUT', '/auth/v1/user', { data: { [name]: part } }, token);
    expect([(await add('one')).statusCode, (await add('two')).statusCode]).toEqual([200, 400]);
    expect((await send('GET', '/auth/v1/user', undefined, token)).json().user_metadata.two).toBeUndefined();
  });
});

test('an address that would make the token too large is refused', async () => {
  const { access_token: token } = (await signUp(newAddress(), { bio: 'x'.repeat(3_400) })).json();
  const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}@${'d'.repeat(50)}.test`;
  const change = await send('PUT', '/auth/v1/user', { email: long }, token);
  expect([change.statusCode, change.json().msg]).toEqual([
    400,
    'data is too large: with the address it would make a token of more than 6 kB',
  ]);
});

test('an address is bounded in bytes', async () => {
  expect((await signUp(`${'語'.repeat(82)}@x.test`, {})).statusCode).toBe(200);
  expect((await signUp(`${'語'.repeat(84)}@x.test`, {})).statusCode).toBe(400);
});

test('a user with more than that from before can refresh, sign in, make it smaller, sign out and delete the account', async () => {
  const email = newAddress();
  const { user, refresh_token } = (await signUp(email, {})).json();
  await server.storage.transaction((transaction) =>
    updateUserRow(transaction, user.id, { userMetadata: { bio: '語'.repeat(4_096), name: 'Ada' } }),
  );
  const signIn = async () => (await send('POST', '/auth/v1/token?grant_type=password', { email, password })).json();
  const refreshed = await send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token });
  const session = await signIn();
  for (const { access_token } of [refreshed.json(), session]) expect(access_token.length).toBeLessThan(6_000);
  expect(session.user.user_metadata.name).toBe('Ada');
  const kept = await send('PUT', '/auth/v1/user', { password: 'a new one 12' }, session.access_token);
  expect(kept.statusCode).toBe(200);
  const smaller = await send('PUT', '/auth/v1/user', { data: { bio: null } }, session.access_token);
  expect(smaller.json().user_metadata.name).toBe('Ada');
  expect((await send('POST', '/auth/v1/logout?scope=local', undefined, session.access_token)).statusCode).toBe(204);
  const again = (await send('POST', '/auth/v1/token?grant_type=password', { email, password: 'a new one 12' })).json();
  const profile = { id: user.id, username: 'ada' };
  await send('POST', '/rest/v1/profiles', profile, again.access_token);
  expect((await send('DELETE', '/api/Account', undefined, again.access_token)).statusCode).toBe(204);
  const rows = await server.storage.database.select().from(authUsers).where(eq(authUsers.id, user.id));
  expect(rows).toEqual([]);
});
