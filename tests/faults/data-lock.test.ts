import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Folders, ServerProcess } from './server-process.ts';

const unshare = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...unshare.slice(1), 'true']).status === 0;
if (!canUnshare) console.log('SKIPPED: a lock from another PID namespace (unshare is not permitted)');

const isLong = process.env.PITBOARD_LONG !== undefined;
const folders = new Folders();
const started: ServerProcess[] = [];

async function start(dataDir: string, through: readonly string[] = []): Promise<ServerProcess> {
  const server = await ServerProcess.start({ dataDir, through });
  started.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.end('SIGKILL')));
  folders.remove();
});

test.skipIf(!canUnshare)(
  'a server of another PID namespace is refused while the first one runs',
  async () => {
    const dataDir = folders.createData();
    const first = await start(dataDir, unshare);
    expect(first.log).toContain('Pitboard is on');
    const second = await start(dataDir, unshare);
    expect(await second.ended).toBe(1);
    expect(second.log).toContain(`${dataDir} is in use by a process of another container or host`);
    const token = await first.token('Ann');
    expect((await first.send('POST', '/api/League', { token, body: { name: 'Kept' } })).status).toBe(200);
    if (!isLong) return;
    await first.end('SIGKILL');
    // Its heartbeat has stopped.
    const third = await start(dataDir, unshare);
    expect(JSON.stringify((await third.send('GET', '/api/League')).body)).toContain('"name":"Kept"');
  },
  120_000,
);

test('a server that was suspended ends when another one has taken over its directory', async () => {
  const dataDir = folders.createData();
  const server = await start(dataDir);
  const lock = join(dataDir, 'lock');
  server.child.kill('SIGSTOP');
  writeFileSync(lock, 'another');
  server.child.kill('SIGCONT');
  expect(await server.ended).toBe('SIGKILL');
  expect(server.log).toContain(`another process has taken over ${lock}`);
  expect(readFileSync(lock, 'utf8')).toBe('another');
});
