import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/entities/session';
import { encodeFrame, readFrames } from '../../recorder/captures/frames.ts';
import type { Status } from '../../recorder/status/status.ts';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { racePackets, type TimedDatagram } from '../simulator/packets/race-packets.ts';
import { createRandom } from '../simulator/random.ts';
import { raceOf, truthOf } from './race-source.ts';

const root = join(import.meta.dirname, '../..');
const isLong = process.env.PITBOARD_LONG === '1';
const folder = mkdtempSync(join(tmpdir(), 'pitboard-command-'));
const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
let server: TestServer;
let address: string;
const processes = new Set<ChildProcess>();

beforeAll(async () => {
  server = await openTestServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await Promise.all([...processes].map((child) => once(child, 'close')));
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Command {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

async function start(user: string, ...words: string[]): Promise<Command> {
  return run({ PITBOARD_TOKEN: await server.tokenOf(user), PITBOARD_FOLDER: join(folder, user) }, words);
}

function run(settings: Record<string, string>, words: readonly string[], to = ['--server', address]): Command {
  const env = { ...process.env, ...settings };
  const parameters = ['--import', 'tsx', 'recorder/main.ts', ...to, ...words];
  const child = spawn(process.execPath, parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  processes.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(([code]) => {
    processes.delete(child);
    return code as number | null;
  });
  return { child, output: () => output, ended };
}

/** The address of a recorder's page. */
async function pageOf({ output }: Command): Promise<string> {
  const page = /http:\/\/localhost:(\d+)\//;
  await expect.poll(output).toMatch(page);
  return `http://127.0.0.1:${page.exec(output())?.[1]}`;
}

async function statusOf(command: Command): Promise<Status> {
  return (await fetch(`${await pageOf(command)}/status.json`)).json() as Promise<Status>;
}

const listSessions = async (user: string) =>
  (await server.get('pageUserSessions', { params: { id: userIdOf(user) } })).sessions;

async function onlySessionOf(user: string): Promise<Session> {
  const sessions = await listSessions(user);
  expect(sessions).toHaveLength(1);
  return server.get('getSession', { params: { id: sessions[0]?.id ?? '' } });
}

function writeCapture(name: string, packets: Iterable<TimedDatagram>): string {
  const path = join(folder, name);
  writeFileSync(path, gzipSync(Buffer.concat([...packets].map(encodeFrame))));
  return path;
}

test('a recording that is replayed as fast as possible is stored, and stays one session when it is replayed again', async () => {
  const race = raceOf(3, startsAt);
  const capture = writeCapture('race.cap.gz', racePackets(race, { format: 2025, rate: 10 }));
  for (const words of ['stored: ', 'not stored, the server has kept another version: ']) {
    const command = await start('Replay', '--replay', capture, '--speed', 'max', '--page', '0');
    expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining(words)]);
  }
  const { drivers, trackId } = await onlySessionOf('Replay');
  const truth = truthOf(race, 2025);
  expect({ drivers, trackId }).toEqual({ drivers: truth.drivers, trackId: truth.trackId });
}, 120_000);

test('packets that a recorder has kept are played again, at the time at which they came', async () => {
  const race = raceOf(12, startsAt);
  const packets = [...racePackets(race, { format: 2025, rate: 10 })];
  const kept = join(folder, 'packets');
  writeFileSync(
    kept,
    Buffer.concat(packets.map(({ time, datagram }) => encodeFrame({ time: startsAt + time, datagram }))),
  );
  const command = await start('Kept', '--replay', kept, '--speed', 'max', '--page', '0');
  expect([await command.ended, command.output()]).toEqual([0, expect.stringContaining('stored: ')]);
  const { drivers, sessionStartTime } = await onlySessionOf('Kept');
  expect(drivers).toEqual(truthOf(race, 2025).drivers);
  expect(sessionStartTime).toBe(new Date(startsAt).toISOString());
}, 120_000);

test('a recording of which nothing can be stored says why, and fails', async () => {
  const packets = [...racePackets(raceOf(13, startsAt), { format: 2025, rate: 1 })].slice(0, 200);
  const ofFuture = packets.map(({ time, datagram }) => {
    const changed = datagram.slice();
    new DataView(changed.buffer).setUint16(0, 2027, true);
    return { time, datagram: changed };
  });
  const reasons = [
    [ofFuture, 'nothing was stored: nothing of the recording can be used: the game sends format 2027'],
    [packets, 'nothing was stored: the recording has no session in which a lap was completed'],
  ] as const;
  for (const [index, [recorded, reason]] of reasons.entries()) {
    const capture = writeCapture(`nothing-${index}.cap.gz`, recorded);
    const command = await start('Nothing', '--replay', capture, '--speed', 'max', '--page', '0', '--no-live');
    expect([await command.ended, command.output()]).toEqual([1, expect.stringContaining(reason)]);
  }
  expect(await listSessions('Nothing')).toEqual([]);
}, 120_000);

test('what is received is saved as it came, and the page shows what comes', async () => {
  const saved = join(folder, 'saved.cap.gz');
  const listening = await start('Save', '--port', '0', '--host', '127.0.0.1', '--page', '20790', '--save', saved);
  const { port, isReceiving } = await statusOf(listening);
  expect(isReceiving).toBe(false);
  const race = racePackets(raceOf(4, startsAt), { format: 2024, rate: 10 });
  const packets = Array.from({ length: 200 }, () => race.next().value as TimedDatagram);
  const game = createSocket('udp4');
  for (const { datagram } of packets) game.send(datagram, port, '127.0.0.1');
  game.send('nothing of the game', port, '127.0.0.1');
  await expect
    .poll(() => statusOf(listening))
    .toMatchObject({
      isReceiving: true,
      format: 2024,
      rejected: 1,
      session: { cars: 22 },
    });
  listening.child.kill('SIGTERM');
  expect(await listening.ended).toBe(0);
  game.close();
  const read: Uint8Array[] = [];
  for await (const { datagram } of readFrames(saved)) read.push(new Uint8Array(datagram));
  expect(read).toEqual([
    ...packets.map(({ datagram }) => datagram),
    new Uint8Array(Buffer.from('nothing of the game')),
  ]);
}, 120_000);

test('a recorder without a token is connected on its page with a code, and keeps its token to itself', async () => {
  const home = join(folder, 'paired');
  const words = ['--port', '0', '--host', '127.0.0.1', '--page', '20792'];
  // Started by a double-click, it knows no server.
  const first = run({ PITBOARD_FOLDER: home }, words, []);
  expect(await statusOf(first)).toMatchObject({ hasToken: false });
  const page = await pageOf(first);
  const enter = async (code: string, origin = page, given = address) => {
    const headers = { origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ server: given, code });
    const response = await fetch(`${page}/pair`, { method: 'POST', headers, body });
    return [response.status, ((await response.json()) as { reason: string | null }).reason];
  };
  expect(await enter('WRONGWRO')).toEqual([422, expect.stringContaining('This code is not valid')]);
  const { code } = await server.get('createPairingCode', { as: 'Paired' });
  expect(await enter(code, 'http://elsewhere.test')).toEqual([403, 'not from here']);
  expect(await enter(code, page, 'race.example')).toEqual([422, 'the address must be an http:// or https:// address']);
  expect(await enter(code, page, 'http://127.0.0.1:1')).toEqual([422, expect.stringContaining('cannot be reached')]);
  expect(await enter(`${code.slice(0, 4)} ${code.slice(4)}`, page, `${address}/`)).toEqual([200, null]);
  expect(await statusOf(first)).toMatchObject({ hasToken: true, server: address });
  first.child.kill('SIGTERM');
  await first.ended;
  expect(statSync(join(home, 'token.json')).mode & 0o777).toBe(0o600);
  const capture = writeCapture('paired.cap.gz', racePackets(raceOf(11, startsAt), { format: 2025, rate: 5 }));
  const replay = ['--replay', capture, '--speed', 'max', '--page', '0'];
  const second = run({ PITBOARD_FOLDER: home }, replay, []);
  expect([await second.ended, second.output()]).toEqual([0, expect.stringContaining('stored: ')]);
  expect(await listSessions('Paired')).toHaveLength(1);
  const [recorder] = await server.get('listRecorders', { as: 'Paired' });
  await server.call('deleteRecorder', { as: 'Paired', params: { id: recorder?.id ?? '' } });
  const third = run({ PITBOARD_FOLDER: home }, [
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--page',
    '20793',
    '--pair',
    code,
  ]);
  expect([await third.ended, third.output()]).toEqual([1, expect.stringContaining('This code is not valid')]);
}, 120_000);

test('a port that is taken ends the command with the way out', async () => {
  const other = createSocket('udp4');
  other.bind(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address();
  const command = await start('Taken', '--port', String(port), '--host', '127.0.0.1', '--page', '0');
  expect([await command.ended, command.output()]).toEqual([1, expect.stringContaining('--forward 127.0.0.1:PORT')]);
  other.close();
}, 60_000);

test(`a recorder that is killed ${isLong ? 50 : 3} times in a race loses no lap, and stores one session`, async () => {
  const kills = isLong ? 50 : 3;
  const race = raceOf(9, startsAt);
  const packets = [...racePackets(race, { format: 2025, rate: 20 })];
  const random = createRandom('kills');
  const moments = Array.from({ length: kills }, () => random.integer(100, packets.length - 100)).sort((a, b) => a - b);
  const words = ['--port', '0', '--host', '127.0.0.1', '--page', '20791'];
  const game = createSocket('udp4');
  let from = 0;
  for (const to of [...moments, packets.length]) {
    const command = await start('Kills', ...words);
    const { port } = await statusOf(command);
    // A little at a time, so that the buffer of the system holds it.
    for (let at = from; at < to; at += 1) {
      game.send(packets[at]?.datagram ?? '', port, '127.0.0.1');
      if (at % 50 === 0) await statusOf(command);
    }
    await statusOf(command);
    from = to;
    if (to < packets.length) {
      command.child.kill('SIGKILL');
      await command.ended;
      continue;
    }
    await expect.poll(() => listSessions('Kills')).toHaveLength(1);
    await expect.poll(async () => (await onlySessionOf('Kills')).sessionStatus).toBe(3);
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(0);
  }
  game.close();
  const truth = truthOf(race, 2025);
  const lapsOf = (drivers: Session['drivers']) =>
    drivers.map(({ name, lapTimes, tyres, pitStops }) => ({ name, lapTimes, tyres, pitStops }));
  expect(lapsOf((await onlySessionOf('Kills')).drivers)).toEqual(lapsOf(truth.drivers));
  expect(readdirSync(join(folder, 'Kills', 'spool'))).toHaveLength(1);
}, 600_000);
