import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driver, upload } from '../fixtures/session.ts';
import { Folders, ServerProcess } from './server-process.ts';

const megabyte = 1024 * 1024;
const rounds = process.env.PITBOARD_LONG === undefined ? 1 : 5;
const folders = new Folders();
const disk = folders.create();
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'none', disk]).status === 0;
if (!canMount) console.log('SKIPPED: a full disk (mount is not permitted)');

const env = { PITBOARD_TEST: '{"logLevel":"silent","mailPause":0}' };
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  if (!canMount) return;
  server = await ServerProcess.start({ dataDir: disk, env });
  token = await server.token('Ann');
});
afterAll(async () => {
  if (canMount) {
    await server.end('SIGKILL');
    spawnSync('umount', [disk]);
  }
  folders.remove();
});

const ballast = join(disk, 'ballast');

/** Writes a file until this many bytes are left. */
function fill(left: number): void {
  const block = Buffer.alloc(megabyte);
  const file = openSync(ballast, 'a');
  try {
    for (let free = Infinity; free > left; ) {
      const { bavail, bsize } = statfsSync(disk);
      free = bavail * bsize;
      if (free > left) writeSync(file, block, 0, Math.min(megabyte, free - left));
    }
  } finally {
    closeSync(file);
  }
}

let count = 0;
const acknowledged: string[] = [];

/** A session that does not compress well. */
async function send() {
  count += 1;
  const lap = { sector1Time: 1, sector2Time: 1, sector3Time: 1, invalidLap: false };
  const lapTimes = Array.from({ length: 400 }, () => ({
    ...lap,
    lapTime: 60_000 + Math.floor(Math.random() * 60_000),
  }));
  const drivers = Array.from({ length: 20 }, (_, carIndex) => driver({ carIndex, lapTimes }));
  const body = upload({ internalSessionId: String(count), drivers });
  const reply = await server.send('POST', '/api/Sessions', { token, body });
  if (reply.status === 200) acknowledged.push(reply.body.id);
  return reply;
}

const detail = 'The disk of this server is full: nothing can be stored until its operator has made room.';
const full = { status: 507, retryAfter: '5', body: { title: 'Insufficient Storage', detail } };

async function expectFull(): Promise<void> {
  expect(await send()).toMatchObject(full);
  expect(
    await server.send('POST', '/auth/v1/signup', { body: { email: 'a@x.test', password: 'correct horse 9' } }),
  ).toMatchObject({ status: 503, retryAfter: '5', body: { msg: detail } });
  expect(await server.send('GET', '/readyz')).toMatchObject({ status: 503, body: { database: 'does not store' } });
  const reads = ['/api/health', `/api/Sessions/session/${acknowledged[0]}`, '/api/League'];
  for (const path of reads) expect((await server.send('GET', path)).status).toBe(200);
}

test.skipIf(!canMount)(
  `a disk that fills is refused with 507 and used again once it has room, ${rounds} times`,
  async () => {
    expect((await send()).status).toBe(200);
    for (let round = 0; round < rounds; round += 1) {
      // The server itself reaches the margin.
      fill(66 * megabyte);
      let refused = await send();
      while (refused.status === 200) refused = await send();
      expect(refused).toMatchObject(full);
      // Another program leaves no room at all.
      fill(0);
      await expectFull();
      rmSync(ballast);
      expect((await send()).status).toBe(200);
      expect((await server.send('GET', '/readyz')).status).toBe(200);
    }
    fill(0);
    expect(await server.end('SIGTERM')).toBe(0);
    rmSync(ballast);
    server = await ServerProcess.start({ dataDir: disk, env });
    for (const id of acknowledged) expect((await server.send('GET', `/api/Sessions/session/${id}`)).status).toBe(200);
  },
  300_000,
);
