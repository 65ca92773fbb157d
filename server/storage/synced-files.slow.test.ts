import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../tests/support/fresh-database.ts';
import { logLimits } from './checkpoints.ts';
import { syncFiles } from './synced-files.ts';

const cluster = mkdtempSync(join(tmpdir(), 'pitboard-cluster-'));
const synced: string[] = [];
let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create({
    ...logLimits,
    dataDir: cluster,
    extensions: { pg_trgm },
    loadDataDir: await freshDatabase(),
  });
  syncFiles(database, cluster, (file) => synced.push(readlinkSync(`/proc/self/fd/${file}`)));
  await database.exec('create table notes (note text)');
});
afterAll(async () => {
  await database.close();
  rmSync(cluster, { recursive: true });
});

test.skipIf(process.platform !== 'linux')(
  'a checkpoint has its pages on the disk before its log, and that before the file that says where the log begins',
  async () => {
    await database.exec("insert into notes values ('kept')");
    const { rows } = await database.query<{ path: string }>("select pg_relation_filepath('notes') as path");
    synced.splice(0);
    await database.exec('checkpoint');
    const order = [join(cluster, rows[0]?.path ?? ''), 'log', join(cluster, 'global/pg_control')];
    const named = synced.map((path) => (basename(join(path, '..')) === 'pg_wal' ? 'log' : path));
    expect(named.filter((path, index) => order.includes(path) && named.indexOf(path) === index)).toEqual(order);
  },
);

test('a commit does not wait for the disk', async () => {
  synced.splice(0);
  await database.query('insert into notes values ($1)', ['soon']);
  expect(synced).toEqual([]);
});
