import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driver, upload } from './fixtures/session.ts';
import { FolderServer } from './hosting/folder-server.ts';
import { findNode } from './hosting/node-versions.ts';
import { freePort } from './postgres.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'pitboard release '));
/** Where the tarball is unpacked: nothing above it has packages. */
const host = join(folder, 'host');
const pitboard = join(host, 'pitboard');

beforeAll(() => {
  execFileSync('npx', ['tsx', 'tools/build/release.ts', folder], { cwd: root, stdio: 'ignore' });
  mkdirSync(host);
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
  execFileSync('tar', ['xzf', join(folder, tarball), '-C', host]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Only Node is on the path: no npm, no shell, no settings but the ports. */
function run(script: string, env: Record<string, string>) {
  return spawn(process.execPath, [join('pitboard', script)], {
    cwd: host,
    env: { PATH: dirname(process.execPath), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('a release has what runs and no more, in 120 MB', () => {
  const packages = readdirSync(join(pitboard, 'node_modules'));
  for (const name of ['vite', 'tsx', 'typescript', 'playwright', 'react']) expect(packages).not.toContain(name);
  const names = readdirSync(pitboard, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /^node_modules\/.*\.(?:d\.[cm]?ts|map)$/.test(name))).toEqual([]);
  const sizes = names.map((name) => statSync(join(pitboard, name)));
  // The user that runs it is not the one that made it.
  expect(sizes.filter((stats) => (stats.mode & 0o044) !== 0o044)).toEqual([]);
  const size = sizes.reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
  expect(size).toBeLessThan(120e6);
  expect(existsSync(join(pitboard, 'dist/downloads/pitboard-recorder.mjs'))).toBe(true);
  expect(readdirSync(join(pitboard, 'dist-server/recordings'))).toContain('zandvoort.json');
});

test('a release has the licences of the app, and of each of its packages', () => {
  expect(readFileSync(join(pitboard, 'dist/licenses.txt'), 'utf8')).toContain('\nreact 19');
  const list = readFileSync(join(pitboard, 'licenses.txt'), 'utf8');
  const listed = [...list.matchAll(/^(\S+) (\d\S*) \(\S+\)$/gm)].map(([, name, version]) => `${name} ${version}`);
  const installed = readdirSync(join(pitboard, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(pitboard, 'node_modules', path), 'utf8')))
    .map(({ name, version }) => `${name} ${version}`);
  expect(listed.sort()).toEqual([...new Set(installed)].sort());
});

test('the tarball runs in an empty folder with Node alone, and starts from a database that is copied', async () => {
  const port = String(await freePort());
  const server = run('start.js', { PORT: port, LIVE_TCP_PORT: '0', DEMO: 'off' });
  const ended = once(server, 'exit');
  let output = '';
  server.stderr.on('data', (text) => (output += text));
  await new Promise<void>((resolve) => {
    server.stdout.on('data', (text) => {
      output += text;
      if (output.includes('Pitboard is on')) resolve();
    });
    void ended.then(() => resolve());
  });
  try {
    expect(output).toContain(`Pitboard is on http://localhost:${port}`);
    const site = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${site}/readyz`)).json()).toMatchObject({ status: 'ready', database: 'ok' });
    expect(await (await fetch(site)).text()).toContain('<script type="module"');
    expect((await fetch(`${site}/downloads/pitboard-recorder.mjs`)).status).toBe(200);
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await (await fetch(`${site}/api/config`)).json()).toMatchObject({ version: `${version}+${commit}` });
    // Making the database takes as much memory again as the server: its peak was 896 MB.
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1_024;
    expect(peak).toBeLessThan(640);
  } finally {
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
  const backup = run('dist-server/backup.js', {});
  expect(await once(backup, 'exit')).toEqual([2, null]);
});

/** The least that runs, and those that are recommended. */
for (const version of ['20.19', '22', '24']) {
  const node = findNode(version);
  if (node === null) console.log(`SKIPPED: the release on Node ${version} (npm gives no such Node for this machine)`);
  test.skipIf(node === null)(`the release stores, reads and draws on Node ${version}, in 512 MB`, async () => {
    const env = { SMTP_URL: 'off', DEMO: 'off' };
    const dataDir = join(folder, `data ${version}`);
    const server = await FolderServer.start({ folder: pitboard, dataDir, env, ...(node === null ? {} : { node }) });
    const used = execFileSync(`/proc/${server.child.pid}/exe`, ['--version'], { encoding: 'utf8' });
    expect(used).toMatch(new RegExp(`^v${version}\\.`));
    const send = async (path: string, token: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([path, response.status]).toEqual([path, 200]);
      return response.json();
    };
    try {
      const account = { email: 'ann@race.example', password: 'correct horse 9', data: { username: 'Ann' } };
      const { access_token: token } = await send('/auth/v1/signup', 'pitboard', account);
      const race = upload({ internalSessionId: '1', drivers: [driver({ name: 'Mika Varga', position: 1 })] });
      const { id } = await send('/api/Sessions', token, race);
      const session = await fetch(`${server.origin}/api/Sessions/session/${id}`);
      expect((await session.json()).drivers).toMatchObject([{ name: 'Mika Varga' }]);
      const picture = await fetch(`${server.origin}/api/Sessions/session/${id}/picture`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(server.peak).toBeLessThan(512);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });
}
