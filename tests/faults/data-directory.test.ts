import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Folders, ServerProcess } from './server-process.ts';

/** Several servers start one after another, in ms. */
const timeout = 180_000;

const folders = new Folders();
const started: ServerProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.end('SIGKILL')));
  folders.remove();
});

async function start(dataDir: string, through: readonly string[] = []): Promise<ServerProcess> {
  const server = await ServerProcess.start({ dataDir, through });
  started.push(server);
  return server;
}

/** The only line that a server prints to say why it does not start. */
async function refusalOf(dataDir: string, through: readonly string[] = []): Promise<string> {
  const server = await start(dataDir, through);
  expect(await server.ended).toBe(1);
  expect(server.log.split('\n').filter((line) => /^\s+at |wasm/.test(line))).toEqual([]);
  return (server.lastLine ?? '').replace('Pitboard cannot start: ', '');
}

/** A folder with the data of a server that has stopped, and that has one league. */
async function createData(): Promise<string> {
  const dataDir = folders.createData();
  const server = await start(dataDir);
  const token = await server.token('Ann');
  expect((await server.send('POST', '/api/League', { token, body: { name: 'Sunday' } })).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  return dataDir;
}

/** The files that other users may read, write or enter. */
function listOpen(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['.', ...names].filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
}

const advice = (dataDir: string) =>
  `move ${dataDir} away, and restore a backup with npm run restore, or start with an empty one`;

test.skipIf(process.platform === 'win32')(
  'a data directory is of its user alone, also one that an earlier release has made, also behind a link',
  async () => {
    const real = join(folders.create(), 'data');
    mkdirSync(real, { mode: 0o755 });
    const link = join(folders.create(), 'link');
    symlinkSync(real, link);
    const server = await start(link);
    expect(server.log).toContain('Pitboard is on');
    expect(listOpen(real)).toEqual([]);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(spawnSync('chmod', ['-R', 'a+rX', real]).status).toBe(0);
    await start(link);
    expect(listOpen(real)).toEqual([]);
  },
  timeout,
);

test.skipIf(process.platform === 'win32')(
  'a folder with files of others is not closed to them, but refused',
  async () => {
    const dataDir = folders.create();
    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, 'letter.txt'), 'Dear Ann');
    expect(await refusalOf(dataDir)).toBe(
      `${dataDir} can be read by other users, and has files of others, such as letter.txt: set DATA_DIR to a folder of its own, or run chmod 700 ${dataDir}`,
    );
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
  },
  timeout,
);

/** A user without rights of its own, because root may change the files of others. */
const nobody = 65_534;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const canChangeUser = spawnSync('setpriv', [...asNobody.slice(1), 'true']).status === 0;
if (!canChangeUser) console.log('SKIPPED: a data directory of another user (setpriv is not permitted)');

test.skipIf(!canChangeUser)(
  'a data directory that everybody may write and that belongs to another user is refused',
  async () => {
    const dataDir = folders.create();
    chmodSync(dataDir, 0o777);
    expect(await refusalOf(dataDir, asNobody)).toBe(
      `${dataDir} can be read by other users, and belongs to user 0: chown -R it to the user of this server, or set DATA_DIR to a new folder`,
    );
    chownSync(dataDir, nobody, nobody);
    expect((await start(dataDir, asNobody)).log).toContain('Pitboard is on');
  },
  timeout,
);

test(
  'a data directory that has lost its database is refused, and nothing is made in it',
  async () => {
    const dataDir = await createData();
    const cluster = join(dataDir, 'postgres');
    const version = join(cluster, 'PG_VERSION');
    renameSync(version, `${version}.away`);
    const files = `${dataDir} has files of a database that is not whole: ${advice(dataDir)}`;
    expect(await refusalOf(dataDir)).toBe(files);
    renameSync(`${version}.away`, version);
    renameSync(cluster, `${cluster}-away`);
    expect(await refusalOf(dataDir)).toBe(`${dataDir} has the keys of a server and no database: ${advice(dataDir)}`);
    // Copies of the app, where it is built.
    const made = readdirSync(dataDir).filter((name) => name !== 'builds');
    expect(made.sort()).toEqual(['keys.json', 'postgres-away']);
    renameSync(`${cluster}-away`, cluster);
    const server = await start(dataDir);
    expect((await server.send('GET', '/api/League')).body.count).toBe(1);
  },
  timeout,
);

test(
  'a first start that is killed while it makes the database is repeated by the next one',
  async () => {
    const dataDir = folders.create();
    const first = await ServerProcess.launch({ dataDir });
    started.push(first);
    const cluster = join(dataDir, 'postgres');
    const isMaking = () =>
      existsSync(cluster) &&
      readdirSync(cluster, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('global/pg_control'));
    await expect.poll(() => !first.isRunning || isMaking(), { interval: 5, timeout }).toBe(true);
    await first.end('SIGKILL');
    expect([readdirSync(dataDir).includes('keys.json'), readdirSync(cluster).includes('PG_VERSION')]).toEqual([
      false,
      false,
    ]);
    const next = await start(dataDir);
    expect((await next.send('GET', '/readyz')).status).toBe(200);
    expect(readdirSync(cluster).filter((name) => name.startsWith('.'))).toEqual([]);
  },
  timeout,
);

test(
  'damaged files end in a sentence',
  async () => {
    const dataDir = await createData();
    const path = (name: string) => join(dataDir, name);
    const wal = readdirSync(path('postgres/pg_wal')).filter((name) => /^[\dA-F]{24}$/.test(name));
    const damaged = `the database in ${dataDir} is damaged: ${advice(dataDir)}`;
    const keys = `${dataDir}/keys.json is not a valid key file; restore it, or move it away to create new keys, which logs out all users`;
    const damages: [string[], (file: string) => void, string][] = [
      [['postgres/global/pg_control'], (file) => truncateSync(file, 100), damaged],
      [['postgres/global/pg_control'], (file) => rmSync(file), damaged],
      [wal.map((name) => `postgres/pg_wal/${name}`), (file) => rmSync(file), damaged],
      [
        wal.map((name) => `postgres/pg_wal/${name}`),
        (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
        damaged,
      ],
      [['postgres/PG_VERSION'], (file) => writeFileSync(file, ''), damaged],
      [
        ['postgres/PG_VERSION'],
        (file) => writeFileSync(file, '17\n'),
        `the database in ${dataDir} was made with PostgreSQL 17, and this version of Pitboard has 18: start the version that made it`,
      ],
      [['keys.json'], (file) => truncateSync(file, 40), keys],
    ];
    for (const [names, damage, sentence] of damages) {
      const before = names.map((name) => readFileSync(path(name)));
      for (const name of names) damage(path(name));
      expect(await refusalOf(dataDir)).toBe(sentence);
      for (const [index, name] of names.entries()) writeFileSync(path(name), before[index] ?? '', { mode: 0o600 });
    }
    const server = await start(dataDir);
    expect((await server.send('GET', '/api/League')).body.count).toBe(1);
  },
  timeout,
);
