import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { bundleRecorder } from '../../tools/build/recorder-download.ts';
import { freePort } from '../postgres.ts';
import { codeOf, type Section, sectionsOf, tablesOf } from './markdown.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/live.md'), 'utf8');
const section = sectionsOf(text).find(({ title }) => title === 'With our module') as Section;
const [program = ''] = codeOf(section);
const [exports, options, members] = tablesOf(section).map((rows) =>
  rows.map(([name = '']) => name.replaceAll('`', '')),
) as [string[], string[], string[]];
/** A folder with nothing but the module and programs. */
const folder = mkdtempSync(join(tmpdir(), 'pitboard-publish-'));
let server: TestServer;
let address: string;
let ticking: NodeJS.Timeout;

beforeAll(async () => {
  await bundleRecorder({ entry: 'publish.ts', outDir: folder, fileName: 'pitboard-publish.mjs', format: 'es' });
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = await openTestServer({ PUBLIC_URL: address });
  await server.app.listen({ port, host: '127.0.0.1' });
  ticking = setInterval(() => server.pass(100), 100);
});
afterAll(async () => {
  clearInterval(ticking);
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program in the folder. */
function run(source: string, ...words: string[]): Promise<{ code: number; output: string }> {
  writeFileSync(join(folder, 'program.mjs'), source);
  return new Promise((resolve) => {
    execFile(process.execPath, ['program.mjs', address, ...words], { cwd: folder }, (error, out, faults) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: out + faults }),
    );
  });
}

test('the module is one file, and exports what is described, with its members', async () => {
  expect(readdirSync(folder)).toContain('pitboard-publish.mjs');
  const listing = `
    import * as all from './pitboard-publish.mjs';
    const members = Object.getOwnPropertyNames(all.LivePublisher.prototype).filter((name) => name !== 'constructor');
    console.log(JSON.stringify([Object.keys(all), members]));`;
  const [names, seen] = JSON.parse((await run(listing)).output);
  expect([names.sort(), seen.sort()]).toEqual([[...exports].sort(), [...members].sort()]);
});

test('the options are those of the publisher', () => {
  const source = readFileSync(join(import.meta.dirname, '../../recorder/live-publisher.ts'), 'utf8');
  const [, fields = ''] = /interface PublisherOptions \{(.+?)\n\}/s.exec(source) ?? [];
  const named = [...fields.matchAll(/readonly (\w+)\??:/g)].map(([, name = '']) => name);
  expect([...options].sort()).toEqual(named.sort());
});

test('the program of the document pairs, publishes, ends, and its race is stored', async () => {
  const { code } = await server.get('createPairingCode', { as: 'Author' });
  expect(await run(program, code)).toEqual({ code: 0, output: '' });
  const { sessions } = await server.get('pageUserSessions', { params: { id: userIdOf('Author') } });
  const stored = await server.get('getSession', { params: { id: sessions[0]?.id ?? '' } });
  expect(stored.drivers.map(({ name, currentLapNumber }) => [name, currentLapNumber])).toEqual([['Ada', 2]]);
});

test('a wrong code is a ServerRefused with the status and a sentence', async () => {
  const refused = `
    import { redeemCode, ServerRefused } from './pitboard-publish.mjs';
    const error = await redeemCode(process.argv[2], 'WRONGWRO', 'My rig').catch((error) => error);
    console.log(error instanceof ServerRefused, error.status, error.message);`;
  expect((await run(refused)).output).toMatch(/^true 422 .*This code is not valid/);
});
