import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DataLocked, lockData } from './data-lock.ts';

const folders: string[] = [];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'pitboard-lock-'));
  folders.push(path);
  return path;
}

afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

test('a locked directory cannot be locked again until it is unlocked', () => {
  const path = folder();
  const unlock = lockData(path);
  expect(() => lockData(path)).toThrow(DataLocked);
  expect(() => lockData(path)).toThrow(`in use by process ${process.pid}`);
  unlock();
  lockData(path)();
  expect(existsSync(join(path, 'lock'))).toBe(false);
});

test('the lock of a killed process is replaced', async () => {
  const path = folder();
  const child = spawn(process.execPath, ['-e', '']);
  const pid = child.pid ?? 0;
  await new Promise((resolve) => child.once('exit', resolve));
  writeFileSync(join(path, 'lock'), `${pid} 12345`);
  lockData(path)();
});

test('the lock of another process with the same id is replaced', () => {
  const path = folder();
  writeFileSync(join(path, 'lock'), `${process.pid} 1`);
  lockData(path)();
});

test('a malformed lock is replaced', () => {
  const path = folder();
  writeFileSync(join(path, 'lock'), 'garbage');
  lockData(path)();
});
