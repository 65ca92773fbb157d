import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../postgres.ts';
import { builtServer } from '../prepare-servers.ts';
import { Folders, ServerProcess } from './server-process.ts';

const folders = new Folders();
const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.isRunning) await server.end('SIGKILL');
  folders.remove();
});

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await ServerProcess.start({ dataDir });
  servers.push(server);
  expect(server.log).toContain('Pitboard is on');
  return server;
}

/** Runs a command that operators of a built server run; its code, and the last line that it prints. */
async function run(command: 'backup' | 'restore', file: string, env: Record<string, string>) {
  const parameters = [join(dirname(builtServer), `${command}.js`), file];
  const options = { env: { PATH: process.env.PATH, ...env } };
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, parameters, options).then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, line: (stdout + stderr).trim().split('\n').at(-1) ?? '' };
}

test('a backup that is taken under writes has every write that was acknowledged before it, and nothing half', async () => {
  const dataDir = folders.createData();
  const server = await start(dataDir);
  const id = randomUUID();
  const token = await server.token('Keeper', id);
  const acknowledged: string[] = [];
  let isStopped = false;
  const writers = [0, 1, 2].map(async (writer) => {
    for (let index = 0; !isStopped; index += 1) {
      const name = `League ${writer}-${index}`;
      const { status } = await server.send('POST', '/api/League', { token, body: { name } });
      if (status === 200) acknowledged.push(name);
    }
  });
  while (acknowledged.length < 30) await new Promise((resolve) => setImmediate(resolve));
  const before = [...acknowledged];
  const file = join(folders.create(), 'pitboard.tar');
  const env = { DATA_DIR: dataDir, PORT: new URL(server.base).port };
  expect(await run('backup', file, env)).toMatchObject({ code: 0, line: expect.stringContaining('with the keys') });
  isStopped = true;
  await Promise.all(writers);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect((await run('backup', file, env)).line).toContain('exists already');
  const stranger = await server.send('POST', '/operator/backup', { token });
  expect(stranger.status).toBe(401);

  const restored = folders.create();
  expect(await run('restore', file, { DATA_DIR: restored })).toMatchObject({ code: 0 });
  const other = await start(restored);
  // Tokens name the address of their server.
  const again = await other.token('Keeper', id);
  const { body } = await other.send('GET', '/api/Account/export', { token: again });
  const leagues: string[] = body.leagues.map(({ name }: { name: string }) => name);
  expect(before.filter((name) => !leagues.includes(name))).toEqual([]);
  expect(new Set(leagues).size).toBe(leagues.length);
  const [keys, restoredKeys] = [dataDir, restored].map((folder) => readFileSync(join(folder, 'keys.json'), 'utf8'));
  expect(restoredKeys).toBe(keys);
  // The writers may have come to the most leagues that one account can have.
  const newcomer = await other.token('Newcomer', randomUUID());
  expect((await other.send('POST', '/api/League', { token: newcomer, body: { name: 'After' } })).status).toBe(200);
});

test('a server at another port is named, and a stopped one is backed up too', async () => {
  const dataDir = folders.createData();
  const server = await start(dataDir);
  const file = join(folders.create(), 'pitboard.tar');
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  expect(await run('backup', file, env)).toEqual({
    code: 1,
    line: 'The server that uses it does not listen here: set PORT and HOST as for the server.',
  });
  await server.end('SIGTERM');
  expect((await run('backup', file, env)).code).toBe(0);
});
