import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../tests/support/fresh-database.ts';
import { vacuumHourly, vacuumTables } from './vacuum.ts';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create({ extensions: { pg_trgm }, loadDataDir: await freshDatabase() });
  // The database of a server without its tables.
  await database.exec('drop schema public cascade; create schema public');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.exec('create table live (seq int, document bytea); insert into live values (0, null)');
});
afterEach(async () => {
  await database.exec('drop table if exists live, tokens');
});

const conditions = { requireWritable: () => undefined, pause: async () => undefined };

/** Writes a document as a live session does in minutes. */
async function write(): Promise<void> {
  for (let seq = 0; seq < 50; seq += 1)
    await database.query('update live set seq = $1, document = $2', [seq, randomBytes(15_000)]);
}

async function size(of = 'live'): Promise<number> {
  const { rows } = await database.query<{ size: number }>('select pg_total_relation_size($1)::int as size', [of]);
  return rows[0]?.size ?? 0;
}

/** A table of 26 MB, with a column of its own rows and one of long values. */
async function fillTokens(): Promise<void> {
  await database.exec(`
    insert into tokens select n, repeat(md5(n::text), 6), null from generate_series(1, 50000) as n;
    alter table tokens alter child set storage external;
    insert into tokens select n, '', convert_to(repeat(md5(n::text), 200), 'UTF8') from generate_series(50001, 52000) as n`);
}

const createTokens = 'create table tokens (id int primary key, hash text, child bytea)';

/** Deletes rows, and lets the statistics of the database count them at once. */
async function deleteTokens(which: string): Promise<void> {
  await database.exec(`delete from tokens where ${which}; select pg_stat_force_next_flush()`);
}

async function fileOf(table: string): Promise<number> {
  const { rows } = await database.query<{ file: number }>('select pg_relation_filenode($1) as file', [table]);
  return rows[0]?.file ?? 0;
}

test('rows that are updated all the time take no more room after the first hour', async () => {
  await write();
  const first = await size();
  for (let hour = 0; hour < 5; hour += 1) {
    await vacuumTables(database, hour === 0, conditions);
    await write();
  }
  expect(await size()).toBeLessThan(first * 1.5);
});

test('a table of which most is free gives its room back to the disk, one of which less is free uses it again', async () => {
  await database.exec(createTokens);
  await fillTokens();
  await vacuumTables(database, true, conditions);
  const [full, file] = [await size('tokens'), await fileOf('tokens')];
  await deleteTokens('id % 2 = 0');
  await vacuumTables(database, false, conditions);
  await database.exec('update tokens set id = id + 100000 where id < 20000');
  expect([await fileOf('tokens'), (await size('tokens')) / full]).toEqual([file, expect.closeTo(1, 1)]);
  await deleteTokens('id % 20 <> 1');
  await vacuumTables(database, false, { ...conditions, freeBytes: () => 64 * 1024 ** 2 });
  expect(await fileOf('tokens')).toBe(file);
  await vacuumTables(database, false, conditions);
  expect((await size('tokens')) / full).toBeLessThan(0.15);
});

test('a table of which nothing is known since the start is not rewritten', async () => {
  await database.exec(createTokens);
  await fillTokens();
  await database.exec('analyze tokens; select pg_stat_reset()');
  const file = await fileOf('tokens');
  await vacuumTables(database, true, conditions);
  expect(await fileOf('tokens')).toBe(file);
});

test('each statement is followed by a pause as long as it took, and a table that has not changed is not counted again', async () => {
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const done = vi.spyOn(database, 'exec');
  const statements = () => done.mock.calls.splice(0).map(([statement]) => statement);
  await vacuumTables(database, true, { ...conditions, pause });
  expect(statements()).toEqual(['vacuum live', 'analyze live']);
  expect(pauses).toEqual([expect.any(Number), expect.any(Number)]);
  expect(Math.min(...pauses)).toBeGreaterThan(0);
  await vacuumTables(database, false, { ...conditions, pause });
  expect(statements()).toEqual(['vacuum live']);
  await database.query('insert into live select n from generate_series(1, 100) as n');
  await database.query('select pg_stat_force_next_flush()');
  await vacuumTables(database, false, { ...conditions, pause });
  expect(statements()).toEqual(['vacuum live', 'analyze live']);
});

test('nothing is vacuumed while nothing can be written', async () => {
  vi.useFakeTimers();
  const done = vi.spyOn(database, 'exec');
  const requireWritable = vi.fn(() => {
    throw new Error('full');
  });
  const stop = vacuumHourly(database, { ...conditions, requireWritable });
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.poll(() => requireWritable).toHaveBeenCalled();
  stop();
  expect(done).not.toHaveBeenCalled();
  vi.useRealTimers();
});
