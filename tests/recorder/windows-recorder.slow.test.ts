import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usage } from '../../recorder/settings.ts';
import { PinnedPackages } from '../../tools/build/pinned-packages.ts';
import { peHeaderOf, removeSignature } from '../../tools/build/windows-program.ts';
import { blobName, buildWindowsRecorder } from '../../tools/build/windows-recorder.ts';
import { freePort } from '../postgres.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'pitboard-windows-'));
const program = join(folder, 'pitboard-recorder.exe');
// It downloads 80 MB once, and a new Wine takes ten seconds to start.
const isLong = process.env.PITBOARD_LONG === '1';
if (!isLong) console.log('SKIPPED: the recorder for Windows (PITBOARD_LONG=1)');
const hasWine = spawnSync('wine', ['--version']).status === 0;
if (isLong && !hasWine) console.log('SKIPPED: the recorder for Windows under Wine (apt-get install wine64 wine)');
const wine = {
  ...process.env,
  WINEPREFIX: join(folder, 'wine'),
  WINEDEBUG: '-all',
  // Wine 8 calls itself Windows 7.
  NODE_SKIP_PLATFORM_CHECK: '1',
};
let listening: ChildProcess | null = null;

beforeAll(async () => {
  if (!isLong) return;
  const cache = join(root, '.cache/recorder');
  mkdirSync(cache, { recursive: true });
  await buildWindowsRecorder(program, cache);
});
afterAll(async () => {
  listening?.kill('SIGKILL');
  // Ends what runs in this folder alone.
  if (isLong && hasWine) spawnSync('wineserver', ['-k', '-w'], { env: wine });
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!isLong)('the program is Node for Windows with the recorder in it, without the signature of Node', () => {
  const bytes = readFileSync(program);
  const signature = peHeaderOf(bytes) + 24 + 112 + 4 * 8;
  expect([bytes.readUInt32LE(signature), bytes.readUInt32LE(signature + 4)]).toEqual([0, 0]);
  expect(bytes.includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1')).toBe(true);
  expect(bytes.includes(Buffer.from(blobName, 'utf16le'))).toBe(true);
  expect(bytes.includes(usage)).toBe(true);
  expect(bytes.includes('Copyright (c) 2011 Einar Otto Stangvik')).toBe(true);
  expect(readFileSync(`${program}.licenses.txt`, 'utf8')).toMatch(/^Node\.js is licensed for use as follows/);
});

test.skipIf(!isLong || !hasWine)('it prints its options, and receives what the game sends, under Wine', async () => {
  // Into files: Wine does not write into the sockets that Node makes for the output of a process.
  const output = join(folder, 'output');
  const file = openSync(output, 'w');
  const help = spawn('wine', [program, '--help'], { env: wine, stdio: ['ignore', file, 'ignore'] });
  expect(await once(help, 'exit')).toEqual([0, null]);
  expect(readFileSync(output, 'utf8').trim()).toBe(usage);
  const [port, page] = [await freePort(), await freePort()];
  const words = ['--port', String(port), '--host', '127.0.0.1', '--page', String(page), '--folder', 'recorder'];
  listening = spawn('wine', [program, ...words], { cwd: folder, env: wine, stdio: ['ignore', file, file] });
  const game = createSocket('udp4');
  try {
    const rejected = async () => {
      game.send('nothing of the game', port, '127.0.0.1');
      return (await (await fetch(`http://127.0.0.1:${page}/status.json`)).json()).rejected;
    };
    await expect.poll(rejected, { timeout: 120_000, interval: 500 }).toBeGreaterThan(0);
  } finally {
    game.close();
  }
});

test('a package with another content than the pinned one is refused and removed', async () => {
  const cache = join(folder, 'cache');
  mkdirSync(cache);
  const integrity = `sha512-${'A'.repeat(86)}==`;
  const packages = new PinnedPackages(cache);
  writeFileSync(join(cache, 'thing-1.0.0.tgz'), 'other');
  await expect(packages.readFile({ name: 'thing', version: '1.0.0', integrity }, 'index.js')).rejects.toThrow(
    'thing-1.0.0 is not the package that is expected',
  );
  expect(existsSync(join(cache, 'thing-1.0.0.tgz'))).toBe(false);
});

test.each([
  ['a text', Buffer.from('#!/bin/sh')],
  ['a program for DOS', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)])],
])('%s is no program of Windows', (_, bytes) => {
  expect(() => removeSignature(bytes)).toThrow('no 64-bit program of Windows');
});
