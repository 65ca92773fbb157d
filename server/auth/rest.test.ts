import { createClient } from '@supabase/supabase-js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestServer, type TestServer, userIdOf } from '../tests/support/open-test-server.ts';

let server: TestServer;
let client: ReturnType<typeof connect>;
const [ada, ben] = [userIdOf('Ada'), userIdOf('Ben')];

/** The unmodified client of the sign-in, whose requests go straight into the server. */
function connect({ app }: TestServer, token: string) {
  return createClient('http://pitboard.test', 'publishable', {
    accessToken: async () => token,
    // The client wants one in Node 20, and never opens it here.
    realtime: { transport: WebSocket as never },
    global: {
      fetch: async (input, init = {}) => {
        const { pathname, search } = new URL(String(input));
        const answer = await app.inject({
          method: (init.method ?? 'GET') as 'GET',
          url: pathname + search,
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(typeof init.body === 'string' ? { payload: init.body } : {}),
        });
        const isEmpty = [204, 304].includes(answer.statusCode) || init.method === 'HEAD';
        const headers = Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
        );
        return new Response(isEmpty ? null : answer.body, { status: answer.statusCode, headers });
      },
    },
  });
}

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { database } = server.storage;
  await database.execute(sql`truncate profiles cascade`);
  await database.execute(
    sql`insert into profiles (id, username, created_at) values (${ada}, 'Ada', now()), (${ben}, 'Ben', now())`,
  );
  client = connect(server, await server.tokenOf('Ada'));
});

const profiles = () => client.from('profiles');

test('an id that exists and a name that is taken are told apart', async () => {
  const duplicate = await profiles().insert({ id: ada, username: 'New' });
  expect([duplicate.error?.code, duplicate.error?.message]).toEqual([
    '23505',
    'duplicate key value violates unique constraint "profiles_pkey"',
  ]);
  const taken = await profiles().update({ username: 'ben' }).eq('id', ada);
  expect(taken.error?.message).toBe('duplicate key value violates unique constraint "profiles_username_key"');
});

test.each([
  ['a filter by another column', () => profiles().select('id').eq('username', 'Ada')],
  ['a list of ids', () => profiles().select('id').in('id', [ada, ben])],
  ['no id', () => profiles().select('id')],
  ['a limit', () => profiles().select('id').eq('id', ada).limit(1)],
])('%s is refused, never ignored', async (_, ask) => {
  const { error, status } = await ask();
  expect([status, error?.code]).toEqual([400, 'PGRST100']);
});

test('a profile is deleted with its account alone', async () => {
  const { error, status } = await profiles().delete().eq('id', ada);
  expect([error?.code, status]).toEqual(['PGRST125', 404]);
  expect((await profiles().select('id').eq('id', ada)).data).toHaveLength(1);
});

test('a name is stored in its normal form, and reserved ones are refused', async () => {
  await profiles().update({ username: 'Ｚoe\u0308' }).eq('id', ada);
  expect((await profiles().select('username').eq('id', ada).single()).data).toEqual({ username: 'Zoë' });
  expect((await profiles().update({ username: 'Admin' }).eq('id', ada)).error?.code).toBe('23514');
});

test('a picture is one that was uploaded here by its user', async () => {
  const refused = [
    'https://elsewhere.example/a.png',
    'javascript:alert(1)',
    `http://pitboard.test/api/Account/${ben}/avatar`,
    `https://elsewhere.example/api/Account/${ada}/avatar`,
    `http://pitboard.test/api/Account/${ada}/avatar/../../../logout`,
    `http://pitboard.test/api/Account/${ada}/avatar?v=${'1'.repeat(100_000)}`,
  ];
  for (const avatar_url of refused) {
    expect((await profiles().update({ avatar_url }).eq('id', ada)).error?.code).toBe('23514');
    expect((await profiles().upsert({ id: ada, username: 'Ada', avatar_url })).error?.code).toBe('23514');
  }
  const avatar_url = `/api/Account/${ada}/avatar?v=${ben}`;
  // Stored without the address of the server, which may change.
  for (const address of [`http://pitboard.test${avatar_url}`, avatar_url])
    expect((await profiles().update({ avatar_url: address }).eq('id', ada).select('avatar_url').single()).data).toEqual(
      { avatar_url },
    );
  await profiles().update({ avatar_url: null }).eq('id', ada);
});

test('a write that changes nothing drops no cached answer', async () => {
  // PostgreSQL announces the writes of the tests before a moment later.
  await server.storage.changes.confirm();
  const changes: unknown[] = [];
  const stop = server.storage.changes.listen((change) => changes.push(change));
  const row = { id: ada, username: 'Ada', avatar_url: null };
  const { data } = await profiles().upsert(row).select('id, username, avatar_url').single();
  expect([data, (await profiles().update({ username: 'Ada' }).eq('id', ada)).status]).toEqual([row, 204]);
  await server.storage.changes.confirm();
  expect(changes).toEqual([]);
  await profiles().upsert({ ...row, username: 'AdaL' });
  await server.storage.changes.confirm();
  expect(changes).toHaveLength(1);
  stop();
});

test('writes have the rate limit of the API, in the form of the service', async () => {
  const limited = await openTestServer({}, undefined, { changes: 2, searches: 2 });
  const row = { id: ada, username: 'Ada' };
  await limited.storage.database.execute(
    sql`insert into profiles (id, username, created_at) values (${ada}, 'Ada', now())`,
  );
  const own = connect(limited, await limited.tokenOf('Ada'));
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await own.from('profiles').upsert(row)).status);
  const { error, data } = await own.from('profiles').upsert(row);
  expect([statuses, error?.code, data]).toEqual([[200, 200, 429], 'over_request_rate_limit', null]);
  expect((await own.from('profiles').select('id').eq('id', ada)).status).toBe(200);
  await limited.close();
});
