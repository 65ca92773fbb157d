import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { Track } from '#contract/enumerations';
import { savedRace } from '../tests/fixtures/saved-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitboard-import-'));
const received: number[] = [];
const changedAt = '2026-05-01T18:00:00.000Z';
const unauthorized = { type: 'about:blank', title: 'Unauthorized', status: 401 };
let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.headers.authorization !== 'Bearer good')
      return response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(unauthorized));
    const { liveId: _, ...session } = v.parse(SessionUpload, JSON.parse(body));
    received.push(session.trackId);
    const id = '01900000-0000-7000-8000-000000000001';
    const given = { id, sessionId: id, userId: id, userName: null, weekendId: null, podium: [] };
    response.end(JSON.stringify({ ...session, ...given, uploadResult: 'created' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  mkdirSync(join(folder, 'night'));
  mkdirSync(join(folder, 'empty'));
  const files = {
    'good.json': savedRace(),
    'night/Race_1.json': savedRace({}, { 'track-id': 'Monza' }),
    'night/Race_2.JSON': savedRace({}, { 'track-id': 'Spa' }),
    'night/notes.txt': {},
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), JSON.stringify(content));
    utimesSync(join(folder, name), new Date(changedAt), new Date(changedAt));
  }
  writeFileSync(join(folder, 'bad.json'), '\u001b[31mx');
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

interface Result {
  readonly code: number | null;
  readonly lines: readonly string[];
}

/** Runs the command in the folder; the lines of stderr come before those of stdout. */
function run(words: readonly string[], env: Record<string, string> = {}): Promise<Result> {
  const child = spawn(process.execPath, ['--import', tsx, join(import.meta.dirname, 'import.ts'), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  });
  const output = { stderr: '', stdout: '' };
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, lines: `${output.stderr}${output.stdout}`.trimEnd().split('\n') })),
  );
}

const tsx = import.meta.resolve('tsx');

test('imports files, folders and patterns, reports broken files, and continues', async () => {
  const files = ['bad.json', 'none.json', 'good.json', 'night', 'empty', 'night/race_*.json', 'x*.json'];
  const { code, lines } = await run([...files, '--server', address], { PITBOARD_TOKEN: 'good' });
  const dated = `no time in the file or its name: it ended at ${changedAt}, when the file was last changed`;
  const session = `2 drivers, 5 laps (${dated}) → ${address}/sessions/01900000-0000-7000-8000-000000000001`;
  const [first = '', ...others] = lines;
  expect(first).toBe('bad.json: not imported, it is not a session file of Pits n’ Giggles');
  expect(first).not.toContain('\u001b');
  expect(others).toEqual([
    'none.json: not imported, no such file',
    'empty: not imported, no .json file in this folder',
    'x*.json: not imported, no such file',
    `good.json: ${session}`,
    `night/Race_1.json: ${session}`,
    `night/Race_2.JSON: ${session}`,
    `night/Race_1.json: ${session}`,
    `night/Race_2.JSON: ${session}`,
    '5 of 9 imported',
  ]);
  expect(code).toBe(1);
  expect(received).toEqual([Track.AbuDhabi, Track.Monza, Track.Spa, Track.Monza, Track.Spa]);
});

test('exits with 0 when all files were imported, and stops when no other file can be imported either', async () => {
  expect(await run(['good.json', '--server', address, '--token', 'good'])).toMatchObject({ code: 0 });
  expect(await run(['night', 'good.json', '--server', address, '--token', 'bad'])).toEqual({
    code: 1,
    lines: [
      'night/Race_1.json: not imported, the token has expired or is for another server: mint one with npm run token, with the DATA_DIR and PUBLIC_URL of this one',
      '2 more not tried',
      '0 of 3 imported',
    ],
  });
  const nobody = await run(['good.json', '--server', 'http://127.0.0.1:1', '--token', 'good']);
  expect(nobody.lines[0]).toMatch(/^good\.json: not imported, http:\/\/127\.0\.0\.1:1 cannot be reached/);
  expect(nobody.code).toBe(1);
});

test.concurrent.each([
  [[], {}, 'no file given'],
  [['good.json'], {}, 'a token is required'],
  [['good.json', '--token', 'two words'], {}, 'the token contains invalid characters'],
  [['good.json', '--server', 'monza'], { PITBOARD_TOKEN: 'good' }, 'monza is not an http:// or https:// address'],
  [['good.json', '--fast'], { PITBOARD_TOKEN: 'good' }, "Unknown option '--fast'"],
])('with the arguments %j it prints the usage', async (words, env, message) => {
  const { code, lines } = await run(words, env);
  expect(code).toBe(2);
  expect(lines[0]).toContain(message);
  expect(lines.join('\n')).toContain('usage: npm run import -- FILE…');
});
