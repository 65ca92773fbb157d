import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../postgres.ts';

const root = join(import.meta.dirname, '../..');
const dockerfile = join(root, 'deploy/Dockerfile');
const programs = ['buildah', 'dpkg-query', 'apt-cache', 'npm'];
const runs =
  process.env.PITBOARD_LONG === '1' &&
  process.getuid?.() === 0 &&
  programs.every((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined);
if (!runs)
  console.log('SKIPPED: the image of deploy/Dockerfile (PITBOARD_LONG=1, root, Debian and its package buildah)');

/**
 * Builds the image without a daemon and without a registry: in place of the base image that the Dockerfile names there is one
 * of the essential packages of this machine, with its Node. The size is that with this base.
 */
describe.skipIf(!runs)('the image of deploy/Dockerfile', () => {
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
    const base = join(folder, 'base');
    execFileSync('sh', [join(import.meta.dirname, 'base-image.sh'), base], { stdio: 'ignore' });
    const names = new Set([...readFileSync(dockerfile, 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, name]) => name));
    expect([...names]).toHaveLength(1);
    const container = buildah('from', 'scratch');
    buildah('add', container, base, '/');
    const certificates = process.env.NODE_EXTRA_CA_CERTS === undefined ? '' : '/etc/ssl/certs/extra.pem';
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container);
    buildah('commit', container, `docker.io/library/${[...names][0]}`);
    buildah('rm', container);
    rmSync(base, { recursive: true });
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

  test('it runs and stores', async () => {
    const container = buildah('from', '--pull-never', 'pitboard');
    const origin = `http://127.0.0.1:${await freePort()}`;
    const settings = [`PORT=${new URL(origin).port}`, `PUBLIC_URL=${origin}`, 'CONFIRM_EMAIL=off', 'LIVE_TCP_PORT=0'];
    const command = ['env', ...settings, 'node', '/pitboard/start.js'];
    const server = spawn('buildah', [...storage, 'run', '--isolation=chroot', container, '--', ...command]);
    const ended = once(server, 'close');
    let log = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (log += text));
    while (!log.includes('Pitboard is on') && server.exitCode === null) await sleep(100);
    expect(log).toContain(`Pitboard is on ${origin}`);
    expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ status: 'ready', database: 'ok' });
    expect(log).toContain('/data');
    server.kill('SIGTERM');
    await ended;
  });
});
