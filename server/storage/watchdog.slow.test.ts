import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatchdog } from './watchdog.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-watchdog-'));
  path = join(folder, 'lock');
  writeFileSync(path, 'me');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the file of the lock is touched', async () => {
  utimesSync(path, 1, 1);
  const watchdog = startWatchdog({ path, owner: 'me' });
  await vi.waitFor(() => expect(statSync(path).mtimeMs).toBeGreaterThan(1_000), 10_000);
  await watchdog.stop();
});

test('a process whose event loop is blocked is killed, and says why', async () => {
  const program = `
    import { startWatchdog } from '${join(import.meta.dirname, 'watchdog.ts')}';
    startWatchdog({ path: '${path}', owner: 'me' }, 2).watchLoop();
    setTimeout(() => { for (;;); }, 700);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const signal = await new Promise((resolve) => child.once('close', (_, name) => resolve(name)));
  expect([signal, log]).toEqual(['SIGKILL', expect.stringContaining('Pitboard ends itself: it was blocked')]);
});
