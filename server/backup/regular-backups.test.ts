import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CannotStore } from '../storage/writable-data.ts';
import { borrowDatabase } from '../tests/support/databases.ts';
import { unpackBackup } from './archive.ts';
import { oneAtATime } from './dumps.ts';
import { RegularBackups } from './regular-backups.ts';

const hour = 3_600_000;
const keys = '{"keys":[]}';
const start = Date.parse('2026-11-22T03:00:00Z');

let database: Awaited<ReturnType<typeof borrowDatabase>>;
let whole: Buffer;
beforeAll(async () => {
  database = await borrowDatabase();
  const tar = pack();
  tar.entry({ name: 'base/1' }, 'rows');
  tar.finalize();
  whole = gzipSync(await buffer(tar));
});
afterAll(() => database.giveBack());

let folder: string;
let dataDir: string;
let clock: Date;
let logged: string[];
/** Writes a dump, or fails. */
let fillDump: (file: string) => void;
beforeEach(() => {
  [folder, dataDir] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'pitboard-backups-'))) as [string, string];
  writeFileSync(join(dataDir, 'keys.json'), keys);
  clock = new Date(start);
  logged = [];
  fillDump = (file) => writeFileSync(file, whole);
});
afterEach(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true });
});

function open(keep = 2): RegularBackups {
  let count = 0;
  return new RegularBackups({
    env: { dataDir },
    settings: { folder, every: 24 * hour, keep },
    storage: database.storage,
    dump: oneAtATime(async () => {
      count += 1;
      const path = join(dataDir, `dump-${count}`);
      fillDump(path);
      return { path, remove: () => rmSync(path) };
    }),
    now: () => clock,
    log: { error: (_, text) => logged.push(text) },
  });
}

const names = () => readdirSync(folder).sort();
const after = (milliseconds: number) => {
  clock = new Date(clock.getTime() + milliseconds);
};

test('a backup is made when none is there, and the next one when that is too old; so many are kept, and no other file goes', async () => {
  const left = 'pitboard-2026-11-21T030000Z.tar.part';
  for (const name of ['pitboard-before.tar', left]) writeFileSync(join(folder, name), '');
  const backups = open();
  expect([backups.age, backups.describe()]).toEqual([null, 'none yet']);
  await backups.runWhenDue();
  expect(await unpackBackup(join(folder, 'pitboard-2026-11-22T030000Z.tar'))).toBe(keys);
  expect(names()).toEqual(['pitboard-2026-11-22T030000Z.tar', 'pitboard-before.tar']);
  after(23 * hour);
  await backups.runWhenDue();
  expect([names().length, backups.age, backups.describe()]).toEqual([2, 23 * 3_600, '23 h old']);
  for (let day = 0; day < 2; day += 1) {
    after(24 * hour);
    // A server that has started again goes on.
    await open().runWhenDue();
  }
  expect(names()).toEqual([
    'pitboard-2026-11-24T020000Z.tar',
    'pitboard-2026-11-25T020000Z.tar',
    'pitboard-before.tar',
  ]);
  expect(readdirSync(dataDir)).toEqual(['keys.json']);
});

const full = () => {
  throw new CannotStore('less than 64 MiB are free');
};
test.each<[string, typeof fillDump, string]>([
  ['that has no room', full, 'less than 64 MiB are free'],
  ['of a broken dump', (file) => writeFileSync(file, whole.subarray(0, -9)), 'the file is not a whole backup'],
])('a backup %s leaves the older ones, says so, and is tried again after a while', async (_, fail, reason) => {
  const backups = open(1);
  await backups.runWhenDue();
  const before = names();
  const works = fillDump;
  fillDump = fail;
  after(24 * hour);
  await backups.runWhenDue();
  expect([names(), backups.failures, backups.describe()]).toEqual([before, 1, 'failed, the newest is 24 h old']);
  expect(logged).toEqual([`no backup was made, the older ones are still there: ${reason}`]);
  fillDump = works;
  after(14 * 60_000);
  await backups.runWhenDue();
  expect(names()).toEqual(before);
  after(60_000);
  await backups.runWhenDue();
  expect([names(), backups.describe()]).toEqual([['pitboard-2026-11-23T031500Z.tar'], '0 h old']);
  expect(readFileSync(join(folder, 'pitboard-2026-11-23T031500Z.tar')).length).toBeGreaterThan(whole.length);
});

test('of several servers with one folder one makes the backup', async () => {
  let dumps = 0;
  fillDump = (file) => {
    dumps += 1;
    writeFileSync(file, whole);
  };
  const servers = [open(), open(), open()];
  await Promise.all(servers.map((server) => server.runWhenDue()));
  for (const server of servers) await server.runWhenDue();
  expect([names().length, dumps, ...servers.map((server) => server.describe())]).toEqual([
    1,
    1,
    '0 h old',
    '0 h old',
    '0 h old',
  ]);
});

test('a folder that cannot be written is refused at the start', () => {
  folder = join(dataDir, 'keys.json');
  expect(() => open()).toThrow(`BACKUP_DIR: ${folder} cannot be written by this user`);
  folder = mkdtempSync(join(tmpdir(), 'pitboard-backups-'));
});
