import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../tests/support/fresh-database.ts';
import { embeddedTypes, keepParsers } from './column-types.ts';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create({ ...embeddedTypes, extensions: { pg_trgm }, loadDataDir: await freshDatabase() });
  await database.exec('create table kept (bytes bytea)');
});
afterAll(() => database.close());

/** The length and the bytes in the database after these were stored. */
async function store(bytes: Uint8Array) {
  const returning = 'insert into kept values ($1) returning length(bytes) as length, bytes';
  const { rows } = await database.query<{ length: number; bytes: Uint8Array }>(returning, [bytes]);
  return rows[0];
}

test('binary data of the embedded database is the same after a round trip, a part of a buffer too', async () => {
  const every = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  for (const bytes of [every, every.subarray(20, 290), new Uint8Array()]) {
    const stored = await store(bytes);
    expect([stored?.length, new Uint8Array(stored?.bytes ?? [])]).toEqual([bytes.length, bytes]);
  }
});

test('binary data is sent as it is, without a text of twice its length', async () => {
  const bytes = new Uint8Array(200_000).fill(200);
  const sent: number[] = [];
  const { execProtocolRawSync } = database;
  database.execProtocolRawSync = (message) => {
    sent.push(message.length);
    return execProtocolRawSync.call(database, message);
  };
  await store(bytes);
  database.execProtocolRawSync = execProtocolRawSync;
  expect(Math.max(...sent)).toBeLessThan(bytes.length * 1.01);
});

test('a database that keeps the parsers of Drizzle gives the same values, and copies its own for no query', async () => {
  let copies = 0;
  Object.defineProperty(database.parsers, 'copies', { enumerable: true, get: () => ++copies });
  const instant = "'2026-08-02 13:00:00.123+00'";
  const ofEveryType = sql.raw(`select ${instant}::timestamptz, array[${instant}::timestamptz] as instants,
    ${instant}::timestamp, array[${instant}::timestamp] as timestamps, '2026-08-02'::date, array['2026-08-02'::date] as dates,
    '1 hour'::interval, array['1 hour'::interval] as intervals, 1.5::numeric, array[1.5] as numerics,
    1::bigint, true as is_so, '{"a": 1}'::jsonb, array['a', null] as texts, '\\x0102'::bytea`);
  const read = async (statement: SQL) => {
    const { rows } = await drizzle(database).execute(statement);
    const inTransaction = drizzle(database).transaction((transaction) => transaction.execute(statement));
    return [rows, (await inTransaction).rows];
  };
  const given = await read(ofEveryType);
  expect(copies).toBe(2);
  keepParsers(database);
  expect([await read(ofEveryType), copies]).toEqual([given, 2]);
});
