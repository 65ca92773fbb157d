import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lettersAlike, likenessOf } from '#contract/entities/username';
import { openTestServer, type TestServer, userIdOf } from '../tests/support/open-test-server.ts';
import { nameLikeness } from './name-likeness.ts';
import { openPostgres, type Storage } from './open-storage.ts';
import { profiles } from './tables.ts';

/** Two servers; on PostgreSQL each has connections of its own. */
let nodes: [TestServer, TestServer];
let other: Storage | null = null;
beforeAll(async () => {
  const first = await openTestServer();
  const { databaseUrl } = first.env;
  other = databaseUrl === null ? null : await openPostgres(databaseUrl);
  const over = { ...first, storage: other ?? first.storage };
  nodes = [first, await openTestServer({}, undefined, undefined, { over })];
});
afterAll(async () => {
  await nodes[1].close();
  await other?.close();
  await nodes[0].close();
});

const alike = ['Coxal', 'Соха1', 'COXAI', 'C0xai', 'cöxal', 'ᴄᴏxᴀʟ'];

test('of names that look the same and are written in the same moment, on two servers, one is stored', async () => {
  for (let round = 0; round < 10; round += 1) {
    const statuses = await Promise.all(
      alike.map(async (name, index) => {
        const server = nodes[index % 2] as TestServer;
        const user = `user ${round} ${index}`;
        const response = await server.app.inject({
          method: 'POST',
          url: '/rest/v1/profiles',
          headers: { authorization: `Bearer ${await server.tokenOf(user)}` },
          payload: { id: userIdOf(user), username: `${name}_${round}` },
        });
        return response.statusCode;
      }),
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  }
});

test('of tokens whose names look the same and come in the same moment, on two servers, one gets its name', async () => {
  for (let round = 0; round < 10; round += 1) {
    const ids = alike.map(() => v7());
    await Promise.all(
      alike.map(async (name, index) => {
        const server = nodes[index % 2] as TestServer;
        const now = Math.floor(Date.now() / 1_000);
        const claims = { iss: `${server.env.publicUrl}/auth/v1`, sub: ids[index], aud: 'authenticated' };
        const metadata = { role: 'authenticated', user_metadata: { username: `${name}_t${round}` } };
        const token = await server.keys.sign({ ...claims, ...metadata }, { issuedAt: now, expiresAt: now + 3_600 });
        const headers = { authorization: `Bearer ${token}` };
        expect((await server.app.inject({ url: '/api/Seasons/user?page=0&pageSize=1', headers })).statusCode).toBe(200);
      }),
    );
    const rows = await nodes[0].storage.database.select().from(profiles);
    const names = rows.filter(({ id }) => ids.includes(id)).map(({ username }) => username);
    expect(names.filter((name) => name !== null)).toHaveLength(1);
  }
});

test('who has had a name beside one that looks like it keeps it, and can store a picture', async () => {
  const [server] = nodes;
  for (const [user, username] of [
    ['older', 'Pau1'],
    ['younger', 'Paul'],
  ] as const)
    await server.storage.transaction((transaction) =>
      transaction.insert(profiles).values({ id: userIdOf(user), username, createdAt: server.clock.now.toISOString() }),
    );
  const response = await server.app.inject({
    method: 'PATCH',
    url: `/rest/v1/profiles?id=eq.${userIdOf('younger')}`,
    headers: { authorization: `Bearer ${await server.tokenOf('younger')}` },
    payload: { username: 'Paul', avatar_url: null },
  });
  expect(response.statusCode).toBe(204);
});

test('the database finds the likeness of a name as the contract does', async () => {
  const { given, seen } = lettersAlike;
  const names = [
    ...alike,
    ...given,
    ...seen,
    'Ärgern',
    'İstanbul',
    'ＡＤＡ１２',
    'カイト',
    'ガイト',
    'BERNDT',
    'max_1',
    'ŁÓDŹ',
  ];
  const list = sql`unnest(${sql.param(names)}::text[]) with ordinality as list(given, place)`;
  const result = await nodes[0].storage.database.execute(
    sql`select ${nameLikeness(sql`given`)} as likeness from ${list} order by place`,
  );
  const { rows } = result as unknown as { rows: { likeness: string }[] };
  expect(rows.map(({ likeness }) => likeness)).toEqual(names.map(likenessOf));
});
