import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DataLocked, lockData } from './data-lock.ts';

const folders: string[] = [];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'pitboard-lock-'));
  folders.push(path);
  return path;
}

afterAll(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** The file of a lock that a process on another system holds. */
function foreignLock(path: string): string {
  const file = join(path, 'lock');
  writeFileSync(file, '7 12345 another-boot/pid:[1] 0');
  return file;
}

const times = { silence: 300, interval: 10 };

test('a locked directory cannot be locked again until it is unlocked', async () => {
  const path = folder();
  const lock = await lockData(path);
  await expect(lockData(path)).rejects.toThrow(DataLocked);
  await expect(lockData(path)).rejects.toThrow(`in use by process ${process.pid}`);
  lock.release();
  (await lockData(path)).release();
  expect(existsSync(join(path, 'lock'))).toBe(false);
});

test('the lock of a killed process is replaced', async () => {
  const path = folder();
  const child = spawn(process.execPath, ['-e', '']);
  const pid = child.pid ?? 0;
  await new Promise((resolve) => child.once('exit', resolve));
  writeFileSync(join(path, 'lock'), `${pid} 12345`);
  (await lockData(path)).release();
});

test('the lock of another process with the same id is replaced', async () => {
  const path = folder();
  writeFileSync(join(path, 'lock'), `${process.pid} 1`);
  (await lockData(path)).release();
});

test('a malformed lock is replaced', async () => {
  const path = folder();
  writeFileSync(join(path, 'lock'), 'garbage');
  (await lockData(path)).release();
});

test.concurrent('the lock of a process on another system is respected while it has a heartbeat, and replaced without one', async () => {
  const path = folder();
  const file = foreignLock(path);
  let beats = 0;
  const heart = setInterval(() => {
    beats += 1;
    utimesSync(file, 0, beats);
  }, 50);
  await expect(lockData(path, times)).rejects.toThrow('in use by a process of another container or host');
  clearInterval(heart);
  (await lockData(path, times)).release();
});

test.concurrent('of several processes that replace a lock without a heartbeat, one gets it', async () => {
  const path = folder();
  foreignLock(path);
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => lockData(path, times)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
});
