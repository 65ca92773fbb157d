import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import type { Session } from '#contract/entities/session';
import { SessionStatus } from '#contract/enumerations';
import { openTcpProxy, type TcpProxy } from '../browser/tcp-proxy.ts';
import { ServerProcess } from '../faults/server-process.ts';
import { freePort } from '../postgres.ts';
import { racePackets } from '../simulator/packets/race-packets.ts';
import { createRandom } from '../simulator/random.ts';
import { raceOf, truthOf } from './race-source.ts';
import { RecorderProcess } from './recorder-process.ts';

const isLong = process.env.PITBOARD_LONG === '1';
const folder = mkdtempSync(join(tmpdir(), 'pitboard-crashes-'));
const format = 2025;
const race = raceOf(9, Date.parse('2026-05-01T18:00:00.000Z'));
const packets = [...racePackets(race, { format, rate: 5 })].map(({ datagram }) => datagram);
let server: ServerProcess;
let port: number;
let proxy: TcpProxy;
let recorder: RecorderProcess;
let owner: { readonly id: string; readonly token: string; readonly folder: string };

beforeAll(async () => {
  server = await ServerProcess.start({ dataDir: join(folder, 'data') });
  port = await freePort();
  proxy = await openTcpProxy(port, Number(new URL(server.base).port));
});
afterEach(() => recorder.end('SIGKILL'));
afterAll(async () => {
  await proxy.close();
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A recorder of a new user, in a folder of its own. */
async function startFor(name: string, home = join(folder, name)): Promise<void> {
  const id = randomUUID();
  owner = { id, token: await server.token(name, id), folder: home };
  await startAgain();
}

async function startAgain(): Promise<void> {
  const { token, folder: home } = owner;
  const words = { server: `http://127.0.0.1:${port}`, token, folder: home };
  recorder = await RecorderProcess.start(await freePort(), words);
}

/** The recorder has after a crash what it had before it, of the session that runs. */
async function killRecorder(): Promise<void> {
  const { session: before } = await recorder.status();
  await recorder.end('SIGKILL');
  await startAgain();
  expect((await recorder.status()).session).toEqual(before);
}

/** Waits for a state of the recorder. Returns after how many ms it was there. */
async function waitUntil(isReached: (status: Awaited<ReturnType<RecorderProcess['status']>>) => boolean) {
  const begun = performance.now();
  // Compared with the status itself, which a failure then shows.
  const reached = async () => {
    const status = await recorder.status();
    return isReached(status) ? 'reached' : status;
  };
  await expect.poll(reached, { timeout: 90_000 }).toBe('reached');
  return Math.round(performance.now() - begun);
}

const isLive = async () => waitUntil(({ live }) => live.state === 'live');

/** The only session of the user, once it is stored with its result. */
async function storedSession(): Promise<Session> {
  const list = addressOf(calls.pageUserSessions, { id: owner.id });
  let session: Session | undefined;
  const statuses = async () => {
    const { sessions } = (await server.send('GET', list)).body;
    session = (await server.send('GET', addressOf(calls.getSession, { id: sessions[0].id }))).body;
    return [session?.sessionStatus, sessions.length];
  };
  await expect.poll(statuses, { timeout: 90_000, interval: 200 }).toEqual([SessionStatus.Finished, 1]);
  return session as unknown as Session;
}

const truth = truthOf(race, format);
const whole = {
  drivers: truth.drivers,
  // The recorder has the clock of this machine.
  overtakes: truth.overtakes.map((overtake) => ({ ...overtake, utcTime: expect.any(String) })),
};

/** Expects all received data in one session, also after the data left on the disk has been sent again. */
async function expectWhole(): Promise<void> {
  expect(await storedSession()).toMatchObject(whole);
  await waitUntil(({ uploads }) => uploads === 0);
  await recorder.end('SIGTERM');
  await startAgain();
  await waitUntil(({ uploads }) => uploads === 0);
  expect(await storedSession()).toMatchObject(whole);
}

const kills = isLong ? 50 : 2;

test(`${isLong ? 'recorder and server are' : 'the server is'} killed ${kills} times in a race: no lap is lost, and one session is stored`, async () => {
  const random = createRandom('crashes');
  const moments = Array.from({ length: kills - 1 }, () => random.integer(500, packets.length - 500));
  const waits: number[] = [];
  await startFor('Crashes');
  let from = 0;
  // The last time it is the server that is killed, while it stores the session.
  for (const [index, to] of [...moments.sort((one, other) => one - other), packets.length].entries()) {
    await recorder.sendAll(packets.slice(from, to));
    from = to;
    // Killed recorders are in the tests of the command too.
    if (!isLong || index % 2 === 1) {
      await server.end('SIGKILL');
      from = Math.min(packets.length, to + 100);
      await recorder.sendAll(packets.slice(to, from));
      server = await ServerProcess.start({ dataDir: join(folder, 'data'), port: Number(new URL(server.base).port) });
      if (to < packets.length) waits.push(await isLive());
    } else await killRecorder();
  }
  if (waits.length > 0)
    console.log(
      `measured: live again ${waits.sort((one, other) => one - other).join(', ')} ms after a restart, at a load of ${loadavg()[0]?.toFixed(1)}`,
    );
  await expectWhole();
}, 3_000_000);

test(`a network that is lost ${isLong ? 'for a minute ' : ''}in a race is noticed, and nothing is missing after it`, async () => {
  await startFor('Cut');
  const third = Math.round(packets.length / 3);
  await recorder.sendAll(packets.slice(0, third));
  await isLive();
  // The connection stays open, as when a router is switched off.
  await proxy.set('blackhole');
  await recorder.sendAll(packets.slice(third, 2 * third));
  await waitUntil(({ live }) => live.state !== 'live');
  if (isLong) await sleep(60_000);
  await proxy.set('pass');
  console.log(`measured: live again ${await isLive()} ms after the network`);
  await recorder.sendAll(packets.slice(2 * third));
  await expectWhole();
}, 600_000);

const disk = mkdtempSync(join(tmpdir(), 'pitboard-spool-'));
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', disk]).status === 0;
if (!canMount) console.log('SKIPPED: a recorder with a full disk (mount is not permitted)');
afterAll(() => {
  if (canMount) spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Writes a file until there is no room. */
function fillDisk(): void {
  const file = openSync(join(disk, 'ballast'), 'a');
  for (const size of [65_536, 4_096, 1])
    try {
      for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break;
    } catch {
      // Smaller writes fill the rest.
    }
  closeSync(file);
}

test.skipIf(!canMount)(
  'a disk that is full in a race loses nothing, neither when it has room again nor without',
  async () => {
    await startFor('Full', disk);
    const third = Math.round(packets.length / 3);
    await recorder.sendAll(packets.slice(0, third));
    fillDisk();
    await recorder.sendAll(packets.slice(third, 2 * third));
    expect((await recorder.status()).diskFailure).toBe('the disk is full');
    rmSync(join(disk, 'ballast'));
    await waitUntil(({ diskFailure }) => diskFailure === null);
    // Data that waited in memory is on the disk now.
    await killRecorder();
    fillDisk();
    await recorder.sendAll(packets.slice(2 * third));
    expect(await storedSession()).toMatchObject(whole);
    rmSync(join(disk, 'ballast'));
    await expectWhole();
  },
  600_000,
);
