import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedTypes } from './column-types.ts';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create(embeddedTypes);
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
