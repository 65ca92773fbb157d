import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vacuumHourly } from './vacuum.ts';

let database: PGlite;
beforeEach(async () => {
  database = await PGlite.create();
  await database.exec('create table live (seq int, document bytea); insert into live values (0, null)');
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
});

/** Writes a document as a live session does in minutes. */
async function write(): Promise<void> {
  for (let seq = 0; seq < 50; seq += 1)
    await database.query('update live set seq = $1, document = $2', [seq, randomBytes(15_000)]);
}

async function size(): Promise<number> {
  const { rows } = await database.query<{ size: number }>("select pg_total_relation_size('live')::int as size");
  return rows[0]?.size ?? 0;
}

test('rows that are updated all the time take no more room after the first hour', async () => {
  const stop = vacuumHourly(database, () => undefined);
  await write();
  const first = await size();
  for (let hour = 0; hour < 5; hour += 1) {
    const done = vi.spyOn(database, 'exec');
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    await vi.waitFor(() => expect(done.mock.settledResults.at(-1)?.type).toBe('fulfilled'));
    done.mockRestore();
    await write();
  }
  stop();
  expect(await size()).toBeLessThan(first * 1.5);
});

test('nothing is vacuumed while nothing can be written', async () => {
  const done = vi.spyOn(database, 'exec');
  const refuse = vi.fn(() => {
    throw new Error('full');
  });
  const stop = vacuumHourly(database, refuse);
  await vi.advanceTimersByTimeAsync(61_000);
  await vi.waitFor(() => expect(refuse).toHaveBeenCalled());
  stop();
  expect(done).not.toHaveBeenCalled();
});
