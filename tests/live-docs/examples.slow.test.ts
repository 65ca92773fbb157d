import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { freePort } from '../postgres.ts';

const folder = join(import.meta.dirname, '../../docs/examples');
const programs = ['watch-race.mjs', 'send-race.mjs'];
let server: TestServer;
let address: string;
let ticking: NodeJS.Timeout;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  const port = await freePort();
  // The server names the address that a recorder publishes to.
  address = `http://127.0.0.1:${port}`;
  server = await openTestServer({ PUBLIC_URL: address });
  await server.app.listen({ port, host: '127.0.0.1' });
  ticking = setInterval(() => server.pass(100), 100);
});
afterAll(async () => {
  clearInterval(ticking);
  for (const child of running) child.kill('SIGKILL');
  await server.close();
});

interface Program {
  readonly child: ChildProcess;
  /** Resolves with the output once a text is in it. */
  readonly says: (text: string) => Promise<string>;
  /** Resolves with the exit code and the output. */
  readonly ended: Promise<{ code: number | null; output: string }>;
}

function run(name: string, words: readonly string[], settings: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [join(folder, name), address, ...words], {
    env: { ...process.env, ...settings },
  });
  running.add(child);
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, output });
    }),
  );
  const says = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const listener = () => output.includes(text) && resolve(output);
      listeners.add(listener);
      listener();
      ended.then(({ code }) => reject(new Error(`ended with ${code} before “${text}”: ${output}`)));
    });
  return { child, says, ended };
}

test.each(programs)('%s has at most 60 lines and imports nothing but ws and Node', (name) => {
  const source = readFileSync(join(folder, name), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  const imports = [...source.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, module]) => module);
  expect(imports.filter((module) => module !== 'ws' && module?.startsWith('node:') !== true)).toEqual([]);
});

const tower = 'P1 Ada \nP2 Ben +1.250\n';

test('one program sends a race, and the other finds it and shows it', async () => {
  const recorder = run('send-race.mjs', ['600'], { PITBOARD_TOKEN: await server.tokenOf('Author') });
  await recorder.says('Live at');
  const viewer = run('watch-race.mjs', []);
  await Promise.all([viewer.says(tower), viewer.says('P1 Ben \nP2 Ada +1.250\n')]);
  for (const { child, ended } of [recorder, viewer]) {
    child.kill();
    await ended;
  }
});

test('a race that ends is stored, and a viewer gets the address of the session', async () => {
  const recorder = run('send-race.mjs', ['1'], { PITBOARD_TOKEN: await server.tokenOf('Other author') });
  const [, id = ''] = /\/live\/(\S+)/.exec(await recorder.says('Live at')) ?? [];
  const viewer = run('watch-race.mjs', [id]);
  const sent = await recorder.ended;
  expect([sent.code, sent.output]).toEqual([0, expect.stringMatching(/\nThe race has ended and is stored\.\n$/)]);
  const { sessions } = await server.get('pageUserSessions', { params: { id: userIdOf('Other author') } });
  const seen = await viewer.ended;
  const end = `${tower}The race has ended: ${address}/sessions/${sessions[0]?.id}\n`;
  expect([seen.code, seen.output]).toEqual([0, expect.stringContaining(end)]);
});

test('a recorder without a token, and a viewer of no race, say why they stop', async () => {
  const recorder = await run('send-race.mjs', [], { PITBOARD_TOKEN: 'none' }).ended;
  expect([recorder.code, recorder.output]).toEqual([1, expect.stringMatching(/^Not registered: \S/)]);
  const id = '01900000-0000-7000-8000-0000000000d9';
  const viewer = await run('watch-race.mjs', [id]).ended;
  expect([viewer.code, viewer.output]).toEqual([1, 'The server refused with 4404.\n']);
});
