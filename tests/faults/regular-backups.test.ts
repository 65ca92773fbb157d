import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { findPostgres, startPostgres } from '../postgres.ts';
import { Folders, ServerProcess } from './server-process.ts';

const folders = new Folders();
const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.isRunning) await server.end('SIGKILL');
  folders.remove();
});

const metricsToken = 'a-token-for-prometheus';

async function start(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await ServerProcess.start({
    dataDir,
    env: { METRICS_TOKEN: metricsToken, PITBOARD_TEST: '{"logLevel":"error"}', ...env },
  });
  servers.push(server);
  expect(server.log).toContain('Pitboard is on');
  return server;
}

async function addLeague(server: ServerProcess, name: string): Promise<void> {
  const token = await server.token('Keeper');
  expect((await server.send('POST', '/api/League', { token, body: { name } })).status).toBe(200);
}

const leaguesOf = async (server: ServerProcess) =>
  (await server.send('GET', '/api/League')).body.leagues.map(({ name }: { name: string }) => name);

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.tar'));

async function firstBackup(folder: string): Promise<string> {
  await expect.poll(() => backupsIn(folder), { timeout: 60_000 }).toHaveLength(1);
  return join(folder, String(backupsIn(folder)[0]));
}

const backupState = async (server: ServerProcess) => (await server.send('GET', '/readyz')).body.backup;

test('a server makes a backup by itself, which can be restored, and says how old it is', async () => {
  const [dataDir, folder, restored] = [folders.create(), folders.create(), folders.create()];
  const first = await start(dataDir);
  await addLeague(first, 'Sunday');
  expect(await backupState(first)).toBe('off');
  await first.end('SIGTERM');
  const server = await start(dataDir, { BACKUP_DIR: folder });
  await restoreBackup(await firstBackup(folder), restored);
  await expect.poll(() => backupState(server)).toBe('0 h old');
  const metrics = await server.send('GET', '/metrics', { token: metricsToken });
  expect(metrics.body).toMatch(/^pitboard_backup_age_seconds \d+(\.\d+)?$/m);
  expect(metrics.body).toContain('\npitboard_backup_failures_total 0\n');
  expect(await leaguesOf(await start(restored))).toEqual(['Sunday']);
});

const disk = folders.create();
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]).status === 0;
if (canMount) spawnSync('umount', [disk]);
else console.log('SKIPPED: backups to a full disk (mount is not permitted)');

test.skipIf(!canMount)('a full disk for backups stops none of the rest, and is said', async () => {
  const folder = folders.create();
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=66m', 'none', folder]);
  try {
    const server = await start(folders.create(), { BACKUP_DIR: folder });
    await expect.poll(() => backupState(server), { timeout: 60_000 }).toBe('failed, none yet');
    expect(readdirSync(folder)).toEqual([]);
    // A line of its log arrives a moment later than an answer.
    await expect
      .poll(() => server.log)
      .toMatch(/no backup was made, the older ones are still there: a backup needs \d+ MiB/);
    expect((await server.send('GET', '/readyz')).status).toBe(200);
    const { body } = await server.send('GET', '/metrics', { token: metricsToken });
    expect(body).toMatch(/^pitboard_backup_age_seconds \+Inf$/m);
    expect(body).toContain('\npitboard_backup_failures_total 1\n');
    await addLeague(server, 'Still here');
  } finally {
    spawnSync('umount', [folder]);
  }
});

const postgres = findPostgres();
if (postgres === null) console.log('SKIPPED: backups of PostgreSQL (it is not installed)');

test.skipIf(postgres === null)('of two servers of one PostgreSQL one makes a backup, for pg_restore', async () => {
  const cluster = await startPostgres(postgres ?? '');
  try {
    const create = (name: string) =>
      execFileSync(join(postgres ?? '', 'createdb'), ['-O', 'pitboard', `--maintenance-db=${cluster.url}`, name]);
    const addressOf = (name: string) => Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href;
    for (const name of ['races', 'again']) create(name);
    const [dataDir, folder] = [folders.create(), folders.create()];
    const first = await start(dataDir, { DATABASE_URL: addressOf('races') });
    await addLeague(first, 'Sunday');
    await first.end('SIGTERM');
    const env = { DATABASE_URL: addressOf('races'), BACKUP_DIR: folder };
    await Promise.all([start(dataDir, env), start(dataDir, env)]);
    const file = await firstBackup(folder);
    const unpacked = folders.create();
    execFileSync('tar', ['xf', file, '-C', unpacked]);
    expect(existsSync(join(unpacked, 'keys.json'))).toBe(true);
    const dump = join(unpacked, 'postgres.dump');
    execFileSync('pg_restore', ['--no-owner', `--dbname=${addressOf('again')}`, dump]);
    expect(await leaguesOf(await start(unpacked, { DATABASE_URL: addressOf('again') }))).toEqual(['Sunday']);
    expect(backupsIn(folder)).toHaveLength(1);
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await cluster.stop();
  }
});
