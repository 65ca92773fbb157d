import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../tests/support/fresh-database.ts';
import { checkpointRegularly, logLimits } from './checkpoints.ts';

const mebibyte = 1024 ** 2;

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create({ ...logLimits, extensions: { pg_trgm }, loadDataDir: await freshDatabase() });
  await database.exec('create table notes (note int)');
});
afterAll(() => database.close());
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Fills segments of the log, 16 MiB each. */
async function fillLog(segments: number): Promise<void> {
  for (let segment = 0; segment < segments; segment += 1)
    await database.exec('insert into notes values (1); select pg_switch_wal()');
}

async function logSize(): Promise<number> {
  const { rows } = await database.query<{ size: number }>('select sum(size)::float8 as size from pg_ls_waldir()');
  return rows[0]?.size ?? 0;
}

/** Lets the next look at the log pass. */
async function passInterval(): Promise<void> {
  const looked = vi.spyOn(database, 'query');
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => looked).toHaveBeenCalled();
  await looked.mock.results[0]?.value;
  looked.mockRestore();
}

test('the log of an embedded database stays small while it is written, and becomes so after much was written at once', async () => {
  await fillLog(12);
  const stop = checkpointRegularly(database, { requireWritable: () => undefined });
  for (let times = 0; times < 8; times += 1) {
    await fillLog(2);
    await passInterval();
  }
  expect(await logSize()).toBeLessThanOrEqual(80 * mebibyte);
  stop();
});

test('a log that has grown little is left alone, and so is one that cannot be written', async () => {
  const done = vi.spyOn(database, 'exec');
  await database.exec('checkpoint');
  const stop = checkpointRegularly(database, { requireWritable: () => undefined });
  await fillLog(1);
  done.mockClear();
  await passInterval();
  expect(done).not.toHaveBeenCalled();
  stop();
  const refuse = vi.fn(() => {
    throw new Error('full');
  });
  const stopRefused = checkpointRegularly(database, { requireWritable: refuse });
  await fillLog(4);
  done.mockClear();
  await vi.advanceTimersByTimeAsync(25_000);
  expect([refuse.mock.calls.length, done.mock.calls]).toEqual([2, []]);
  stopRefused();
});
