import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
  await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(1_000);
  await watchdog.stop();
});

/** Runs a program with a watchdog of two intervals; resolves to its exit code or signal, and what it wrote. */
async function runWatched(work: string): Promise<[end: number | string | null, log: string]> {
  const program = `
    import { startWatchdog } from '${join(import.meta.dirname, 'watchdog.ts')}';
    const watchdog = startWatchdog({ path: '${path}', owner: 'me' }, 2);
    watchdog.watchLoop();
    setTimeout(() => { ${work} }, 700);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve([code ?? signal, log])));
}

test('a process whose event loop is blocked is killed, and says why', async () => {
  expect(await runWatched('for (;;);')).toEqual([
    'SIGKILL',
    expect.stringContaining('Pitboard ends itself: it was blocked'),
  ]);
});

test('a vacuum may block the event loop for longer, and what comes after it may not', async () => {
  const vacuum = 'watchdog.allowVacuum(async () => { for (const end = Date.now() + 5_000; Date.now() < end; ); })';
  expect(await runWatched(`${vacuum}.then(() => process.exit(0))`)).toEqual([0, '']);
  expect((await runWatched(`${vacuum}.then(() => { for (;;); })`))[0]).toBe('SIGKILL');
});
