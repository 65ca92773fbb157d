import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallName, callOf, calls } from '#contract/calls/by-name';
import { fillDemo } from '../../server/demo/fill.ts';
import { openTestServer, type TestServer } from '../../server/tests/support/open-test-server.ts';
import { codeOf, sectionsOf } from '../live-docs/markdown.ts';
import { createExamples } from './examples.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'docs/examples/league-bot.mjs');
const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
const file = join(root, 'server/routes/open-api-examples.json');
let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await openTestServer();
  server.clock.now = new Date('2026-11-23T12:00:00.000Z');
  await fillDemo({ storage: server.storage, now: server.clock.now });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(() => server.close());

/** Runs the bot to its end. */
function run(words: string[] = [], token = ''): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, PITBOARD_TOKEN: token };
  const child = spawn(process.execPath, [program, address, ...words], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

test('the bot has at most 40 lines and imports nothing', () => {
  const source = readFileSync(program, 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(source).not.toMatch(/import|require/);
});

test('the bot prints the latest result and the standings of a season', async () => {
  const { leagues } = await server.get('listLeagues');
  const id = leagues[0]?.seasonIds[0] ?? '';
  const { name, standings, events } = await server.get('getSeason', { params: { id } });
  const { code, output } = await run([id]);
  const [title, result = '', table] = output.trimEnd().split('\n\n');
  expect([code, title]).toEqual([0, name]);
  expect(table?.split('\n')).toEqual([
    'Standings',
    ...standings.drivers.map((driver, index) => `${index + 1}. ${driver.name} ${driver.points}`),
  ]);
  const race = events.findLast(({ sessions }) => sessions.length > 0);
  const [heading, ...rows] = result.split('\n');
  expect(heading).toBe('Temple of Speed, Race');
  const session = race?.sessions.at(-1)?.session;
  const winner = standings.drivers.find(({ results }) =>
    results.some(({ sessionId, position }) => sessionId === session?.id && position === 1),
  );
  expect(rows[0]).toMatch(new RegExp(`^P1 ${winner?.name} \\(.+\\) \\d+$`));
  expect(rows.length).toBe(20);
});

test('without an id the bot takes the newest season with results', async () => {
  const { code, output } = await run();
  expect([code, output.split('\n')[0]]).toEqual([0, 'Late Night League · Season 4']);
});

test('the bot says why it stops', async () => {
  const id = '01900000-0000-7000-8000-0000000000d9';
  const { code, output } = await run([id]);
  expect([code, output]).toEqual([1, expect.stringMatching(`^/api/Seasons/${id}: 404 \\S`)]);
});

test('with a token that may read the bot prints the standings of a private season, until it is deleted', async () => {
  const as = 'Ann';
  const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'Friends' } });
  const { id: leagueId } = await server.get('createLeague', { as, body: { name: 'Friends', isPublic: false } });
  await server.get('addLeagueSeason', { as, params: { leagueId, seasonId } });
  const token = await server.get('createApiToken', { as, body: { name: 'Bot', scope: 'read' } });
  expect((await run([seasonId])).output).toMatch(/: 404 \S/);
  expect((await run([seasonId], token.token)).output).toBe('Friends has no results.\n');
  expect((await server.call('deleteApiToken', { as, params: { tokenId: token.id } })).statusCode).toBe(204);
  expect((await run([seasonId], token.token)).output).toMatch(/: 401 \S/);
});

test('the examples of the OpenAPI document are answers of the demo (UPDATE_EXAMPLES=1 and npm run format write them again)', async () => {
  const examples = await createExamples(server);
  for (const [name, example] of Object.entries(examples)) {
    const { answer } = callOf(name as CallName);
    expect([name, answer === undefined ? null : v.safeParse(answer, example).issues]).toEqual([name, undefined]);
  }
  if (process.env.UPDATE_EXAMPLES === '1') writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(examples)));
});

test('Redocly finds nothing in the OpenAPI document', async () => {
  const source = await (await fetch(`${address}/api/openapi.json`)).text();
  const config = await loadConfig({ configPath: join(import.meta.dirname, 'redocly.yaml') });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

const execute = promisify(execFile);

/** The output of a command, with its exit code if that is not 0. */
async function outputOf(cwd: string, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await execute(process.execPath, words, { cwd }).catch((error) => error);
  return `${code ? `${code}: ` : ''}${stdout}${stderr}`;
}

test('the typed client that docs/api.md makes has all names, and the program there compiles with it and runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-client-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const command =
    /npx openapi-typescript (.+)/.exec(text)?.[1]?.replace('http://localhost:8080', address).split(' ') ?? [];
  const generator = join(root, 'node_modules/openapi-typescript/bin/cli.js');
  await outputOf(folder, ['--import', join(import.meta.dirname, 'old-typescript.mjs'), generator, ...command]);
  const client = readFileSync(join(folder, 'pitboard.ts'), 'utf8');
  const { components } = (await server.app.inject('/api/openapi.json')).json();
  const exported = new Set([...client.matchAll(/^export (?:type|enum) (\w+)/gm)].map(([, name]) => name));
  expect(Object.keys(components.schemas).filter((name) => !exported.has(name))).toEqual([]);

  const [, example = ''] = /```ts\n(import [^`]*pitboard[\s\S]+?)```/.exec(text) ?? [];
  writeFileSync(join(folder, 'standings.ts'), example);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, noUncheckedIndexedAccess: true, allowImportingTsExtensions: true },
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023'], types: ['node'] },
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['standings.ts'] }));
  expect(await outputOf(folder, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])).toBe('');

  const { leagues } = await server.get('listLeagues');
  const id = leagues[0]?.seasonIds[0] ?? '';
  const { name, standings } = await server.get('getSeason', { params: { id } });
  const drivers = standings.drivers.map((driver) => `${driver.name} ${driver.points}\n`);
  const words = [join(root, 'node_modules/tsx/dist/cli.mjs'), 'standings.ts', address, id];
  expect(await outputOf(folder, words)).toBe(`${[`${name}\n`, ...drivers].join('')}Next: Zandvoort\n`);
  rmSync(folder, { recursive: true });
}, 60_000);

test('docs/api.md names only addresses of calls, and every group of them', async () => {
  const bare = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const paths = new Set(['/api/openapi.json', ...Object.values(calls).map(({ path }) => bare(path))]);
  const named = [...text.matchAll(/(?<=`(?:GET |POST |PATCH |PUT |DELETE )?)\/api\/[\w/{}.]+(?=`)/g)].map(
    ([path]) => path,
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !paths.has(bare(path)))).toEqual([]);
  const { tags } = (await server.app.inject('/api/openapi.json')).json();
  for (const { name } of tags) expect(text).toContain(`| ${name} `);
});

test('the command of docs/api.md is that of the bot', () => {
  const blocks = sectionsOf(text).flatMap(codeOf);
  expect(blocks.some((block) => block.includes('node docs/examples/league-bot.mjs'))).toBe(true);
});
