import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, freePort, startPostgres } from '../postgres.ts';

const root = join(import.meta.dirname, '../..');
const dockerfile = join(root, 'tools/deploy/Dockerfile');
const programs = ['buildah', 'dpkg-query', 'apt-cache', 'npm'];
const runs =
  process.env.PITBOARD_LONG === '1' &&
  process.getuid?.() === 0 &&
  findPostgres() !== null &&
  programs.every((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined);
if (!runs)
  console.log(
    'SKIPPED: the image of tools/deploy/Dockerfile (PITBOARD_LONG=1, root, Debian, PostgreSQL and the package buildah)',
  );
/** The package of the client of this machine's PostgreSQL. */
const client = () => `postgresql-client-${/\d+/.exec(findPostgres() ?? '')?.[0]}`;

/**
 * Builds the image without a daemon and without a registry: in place of the base images that the Dockerfile names there are
 * ones of the essential packages of this machine, with its Node or its client of PostgreSQL. The size is that with this base.
 */
describe.skipIf(!runs)('the image of tools/deploy/Dockerfile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-image-'));
  const storage = [`--root=${join(folder, 'root')}`, `--runroot=${join(folder, 'run')}`, '--storage-driver=overlay'];
  const buildah = (...parameters: string[]) =>
    execFileSync('buildah', [...storage, ...parameters], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e9,
    }).trim();

  beforeAll(() => {
    const names = [...new Set([...readFileSync(dockerfile, 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, name]) => name))];
    expect(names).toEqual([expect.stringMatching(/^node:/), expect.stringMatching(/^postgres:/)]);
    for (const [index, name] of names.entries()) {
      const base = join(folder, `base${index}`);
      const script = join(import.meta.dirname, 'base-image.sh');
      execFileSync('sh', [script, base, ...(index === 0 ? [] : [client()])], { stdio: 'ignore' });
      const container = buildah('from', 'scratch');
      buildah('add', container, base, '/');
      const certificates = process.env.NODE_EXTRA_CA_CERTS === undefined ? '' : '/etc/ssl/certs/extra.pem';
      buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container);
      buildah('commit', container, `docker.io/library/${name}`);
      buildah('rm', container);
      rmSync(base, { recursive: true });
    }
    buildah('bud', '--isolation=chroot', '--pull-never', '--tag=pitboard', `--file=${dockerfile}`, root);
  }, 1_800_000);

  afterAll(() => {
    buildah('rm', '--all');
    buildah('rmi', '--all', '--force');
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  test('it is no larger than 350 MB, and its process is not root', () => {
    const { OCIv1: image } = JSON.parse(buildah('inspect', '--type=image', 'pitboard'));
    expect(image.config).toMatchObject({ User: 'node', Cmd: ['node', '/pitboard/start.js'] });
    const container = buildah('from', '--pull-never', 'pitboard');
    const path = buildah('mount', container);
    const bytes = (of: string) => Number(execFileSync('du', ['-sb', of], { encoding: 'utf8' }).split('\t')[0]);
    const [all, release] = [bytes(path), bytes(join(path, 'pitboard'))];
    console.log(`image ${Math.round(all / 1e6)} MB, of which the release is ${Math.round(release / 1e6)} MB`);
    expect(all).toBeLessThan(350e6);
  });

  /** Runs the image until it is ready; returns how to stop it, and the path of its files. */
  async function start(variables: Record<string, string>) {
    const container = buildah('from', '--pull-never', 'pitboard');
    const origin = `http://127.0.0.1:${await freePort()}`;
    const settings = { PORT: new URL(origin).port, PUBLIC_URL: origin, SMTP_URL: 'off', LIVE_TCP_PORT: '0' };
    const assignments = Object.entries({ ...settings, ...variables }).map(([name, value]) => `${name}=${value}`);
    const command = ['env', ...assignments, 'node', '/pitboard/start.js'];
    const server = spawn('buildah', [...storage, 'run', '--isolation=chroot', container, '--', ...command]);
    const ended = once(server, 'close');
    let log = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (log += text));
    while (!log.includes('Pitboard is on') && server.exitCode === null) await sleep(100);
    expect(log).toContain(`Pitboard is on ${origin}`);
    expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ status: 'ready', database: 'ok' });
    const stop = async () => {
      server.kill('SIGTERM');
      await ended;
    };
    return { log: () => log, path: buildah('mount', container), stop };
  }

  test('it runs and stores', async () => {
    const server = await start({});
    expect(server.log()).toContain('/data');
    await server.stop();
  });

  test('it makes backups of PostgreSQL in the folder that tools/deploy/compose.yaml mounts', async () => {
    const cluster = await startPostgres(findPostgres() ?? '');
    try {
      const server = await start({ DATABASE_URL: cluster.url, BACKUP_DIR: '/backups' });
      try {
        const made = () =>
          readdirSync(join(server.path, 'backups')).filter((name) => /^pitboard-[\w-]+\.tar$/.test(name));
        await expect.poll(made, { timeout: 60_000, interval: 100 }).toHaveLength(1);
        const list = execFileSync('tar', ['tf', join(server.path, 'backups', made()[0] ?? '')], { encoding: 'utf8' });
        expect(list.split('\n')).toEqual(expect.arrayContaining(['keys.json', 'postgres.dump']));
      } finally {
        await server.stop();
      }
    } finally {
      await cluster.stop();
    }
  }, 120_000);
});
