import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { freePort } from '../../tests/postgres.ts';
import { builtServer } from '../../tests/prepare-servers.ts';

const root = join(import.meta.dirname, '../..');
let dataDir: string;
let port: number;
const started: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pitboard-crash-'));
  port = await freePort();
});
afterAll(async () => {
  const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const child of running) child.kill('SIGKILL');
  // A running process may write while the folder is removed.
  await Promise.all(running.map((child) => once(child, 'close')));
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a command of the server with the data directory of this test. */
const runCommand = (file: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  run(['--import', 'tsx', join(root, 'server', file), ...args], env);

const runServer = (env: Record<string, string> = {}) => run([builtServer], env);

function run(words: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      DEMO: 'off',
      LIVE_TCP_PORT: '0',
      PITBOARD_TEST: '{"logLevel":"warn"}',
      ...env,
    },
  });
  started.push(child);
  return child;
}

/** The output of a program until it ends, or until the output contains a text. */
function readOutput(child: ChildProcess, until?: string): Promise<{ text: string; code: number | null }> {
  return new Promise((resolve) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (until !== undefined && text.includes(until)) resolve({ text, code: null });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', (code) => resolve({ text, code }));
  });
}

test('kill -9 during 20 uploads loses none that was acknowledged; a second process is refused', async () => {
  const first = runServer();
  await readOutput(first, 'Pitboard is on');
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600);

  const second = await readOutput(runServer({ PORT: String(await freePort()) }));
  expect(second.code).toBe(1);
  expect(second.text).toContain(`${dataDir} is in use by process ${first.pid}`);

  const { text } = await readOutput(runCommand('tokens/mint.ts', ['--user', 'Ann']));
  const headers = { authorization: `Bearer ${text.trim()}`, 'content-type': 'application/json' };
  const send = async (index: number) => {
    const body = JSON.stringify(
      upload({ internalSessionId: String(index), drivers: [driver({ name: `Driver ${index}` })] }),
    );
    const response = await fetch(`http://127.0.0.1:${port}/api/Sessions`, { method: 'POST', headers, body });
    return response.ok ? String((await response.json()).id) : null;
  };
  const acknowledged: string[] = [];
  const all = Array.from({ length: 20 }, (_, index) =>
    send(index).then(
      (id) => {
        if (id !== null) acknowledged.push(id);
        // While other uploads are in progress.
        if (acknowledged.length === 8) first.kill('SIGKILL');
      },
      () => undefined,
    ),
  );
  await Promise.all(all);
  expect(acknowledged.length).toBeGreaterThanOrEqual(8);

  const restarted = runServer();
  await readOutput(restarted, 'Pitboard is on');
  for (const id of acknowledged) {
    const response = await fetch(`http://127.0.0.1:${port}/api/Sessions/session/${id}`);
    expect([id, response.status, (await response.json()).drivers.length]).toEqual([id, 200, 1]);
  }
  restarted.kill('SIGTERM');
  expect((await readOutput(restarted)).code).toBe(0);
});

test('an invalid setting prevents the start and is named', async () => {
  const { code, text } = await readOutput(runServer({ PORT: 'eighty', DEMO: 'maybe' }));
  expect(code).toBe(1);
  expect(text).toContain('PORT must be a port number');
  expect(text).toContain('DEMO must be on or off');
});

test('minting a token needs a key file and a user name', async () => {
  const elsewhere = join(dataDir, 'empty');
  const without = await readOutput(runCommand('tokens/mint.ts', ['--user', 'Ann'], { DATA_DIR: elsewhere }));
  expect([without.code, without.text]).toEqual([1, expect.stringContaining('start the server once')]);
  expect((await readOutput(runCommand('tokens/mint.ts'))).code).toBe(2);
  const unknown = await readOutput(runCommand('tokens/mint.ts', ['--name', 'Ann']));
  expect([unknown.code, unknown.text]).toEqual([1, expect.stringMatching(/^Unknown option '--name'[^\n]*\n$/)]);
});

test('commands of an operator need the settings that they use, and name one that is missing or misspelt', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: '' };
  const mint = await readOutput(
    runCommand('tokens/mint.ts', ['--user', 'Ann'], { ...production, PUBLIC_ULR: 'https://a.example' }),
  );
  expect(mint).toEqual({
    code: 1,
    text:
      'PUBLIC_ULR is not a setting of Pitboard: did you mean PUBLIC_URL?\n' +
      'PUBLIC_URL must be set in production to the address that people use, such as https://race.example\n',
  });
  const rotate = await readOutput(runCommand('tokens/rotate.ts', [], production));
  expect([rotate.code, rotate.text]).toEqual([0, expect.stringContaining('From the next start on')]);
  const elsewhere = join(dataDir, 'empty');
  const without = await readOutput(runCommand('tokens/rotate.ts', [], { ...production, DATA_DIR: elsewhere }));
  expect(without.text).toBe(`${elsewhere}/keys.json does not exist; start the server once to create its keys\n`);
});

test('a test mail is sent, or the reason is said', async () => {
  const mails: string[] = [];
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) => done(address.startsWith('nobody') ? new Error('no such user') : null),
    onData: async (stream, { envelope }, done) => {
      mails.push(`${envelope.rcptTo[0]?.address}: ${await textOf(stream)}`);
      done();
    },
  }).listen(0, '127.0.0.1');
  await once(mailServer, 'listening');
  const { port: smtpPort } = mailServer.address() as AddressInfo;
  const settings = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: 'races@race.example' };
  const send = async (words: string[], env: Record<string, string> = settings) => {
    const { code, text: output } = await readOutput(runCommand('start/test-mail.ts', words, env));
    return [code, output];
  };
  try {
    expect(await send(['ann@race.example'])).toEqual([
      0,
      'the mail server has taken a mail from races@race.example to ann@race.example: look whether it arrives, also among the spam\n',
    ]);
    expect(mails).toEqual([expect.stringMatching(/^ann@race\.example: .*Subject: A test mail of Pitboard/s)]);
    const refused = 'no mail was sent: the mail server refuses the sender (MAIL_FROM) or the recipient\n';
    expect(await send(['nobody@race.example'])).toEqual([1, expect.stringContaining(refused)]);
    expect(await send([])).toEqual([2, 'usage: npm run test-mail -- ADDRESS\n']);
    expect(await send(['ann@race.example'], {})).toEqual([1, 'SMTP_URL is not set: there is no mail server to try\n']);
    expect(mails).toHaveLength(1);
  } finally {
    mailServer.close();
  }
});

test('the output contains no secret', async () => {
  const { text } = await readOutput(
    runServer({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/none' }),
    'nothing listens',
  );
  expect(text).toContain('postgres://me@127.0.0.1:1/none');
  expect(text).not.toContain('hush');
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toContain('"kid"');
});
