import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/entities/session';
import { LiveClient } from '../../server/tests/support/live-client.ts';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { racePackets } from '../simulator/packets/race-packets.ts';
import { createRandom } from '../simulator/random.ts';
import { RaceEvening } from './race-evening.ts';
import { raceOf, truthOf } from './race-source.ts';

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
const isLong = process.env.PITBOARD_LONG === '1';
const folder = mkdtempSync(join(tmpdir(), 'pitboard-udp-'));
let server: TestServer;
let address: string;
let spools = 0;

beforeAll(async () => {
  server = await openTestServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openEvening(user: string, isOnline = () => true): Promise<RaceEvening> {
  const token = await server.tokenOf(user);
  const destination = () => ({ server: isOnline() ? address : 'http://127.0.0.1:1', token });
  spools += 1;
  return RaceEvening.open({ folder: join(folder, `spool-${spools}`), destination, startsAt });
}

const sessionsOf = async (user: string) =>
  (await server.get('pageUserSessions', { params: { id: userIdOf(user) } })).sessions;

/** The only session of a user, once it is stored as finished or as it is. */
async function storedOf(user: string): Promise<Session> {
  await expect.poll(() => sessionsOf(user), { timeout: 30_000 }).toHaveLength(1);
  const [{ id } = { id: '' }] = await sessionsOf(user);
  return server.get('getSession', { params: { id } });
}

const lapsAndTyres = ({ drivers }: Pick<Session, 'drivers'>) =>
  drivers.map(({ name, lapTimes, tyres }) => ({ name, lapTimes, tyres }));

test('a race at 60 Hz is watched as it runs, and stored as it was', async () => {
  const evening = await openEvening('Ann');
  const race = raceOf(1, startsAt);
  const packets = [...racePackets(race, { format: 2025, rate: 60 })];
  const middle = packets.findIndex(({ time }) => time > race.duration / 2);
  await evening.play(packets.slice(0, middle));
  await expect.poll(() => evening.recorder.publisher?.isLive).toBe(true);
  const { liveId } = evening.recorder;
  const viewer = new LiveClient(`${address.replace('http', 'ws')}/api/LiveSession/ws/${liveId}?format=json`);
  await viewer.nextOf('hello');
  const leader = async () => {
    server.pass(100);
    const [live] = await server.get('listUserLive', { params: { userId: userIdOf('Ann') } });
    return live?.leaderName;
  };
  await expect.poll(leader).toEqual(expect.any(String));
  await evening.play(packets.slice(middle));
  evening.pass(2_000);
  const { internalSessionId, ...stored } = await storedOf('Ann');
  const { internalSessionId: expectedId, ...truth } = truthOf(race, 2025);
  expect(internalSessionId).toBe(expectedId);
  expect(stored).toMatchObject(truth);
  let shown: unknown = null;
  void viewer.nextOf('ended').then((message) => {
    shown = message;
  });
  // The session is stored before the end of the live race.
  const end = () => {
    server.pass(200);
    return shown;
  };
  await expect.poll(end).toMatchObject({ sessionId: stored.id });
  const nothing = { uploads: 0, uploadFailure: null, diskFailure: null };
  await expect.poll(() => evening.recorder.storage).toEqual(nothing);
  await evening.close();
}, 240_000);

// In race 22 cars come to the pits on their first lap, during the cut.
const seeds = isLong ? Array.from({ length: 100 }, (_, index) => index + 2) : [2, 22];

test.each(seeds)(
  'race %i: with one packet in 50 lost and a cut of a minute every lap is there',
  async (seed) => {
    const user = `Loss ${seed}`;
    const evening = await openEvening(user);
    const race = raceOf(seed, startsAt);
    const random = createRandom(`loss ${seed}`);
    const cutFrom = random.integer(0, Math.round(race.duration) - 90_000);
    const packets = [...racePackets(race, { format: 2024, rate: 20 })];
    let isResultLost = false;
    await evening.play(packets, (index, time) => {
      const isLost = random.chance(0.02) || (time >= cutFrom && time < cutFrom + 60_000);
      if (index === packets.length) isResultLost = isLost;
      return isLost;
    });
    evening.pass(601_000);
    const stored = await storedOf(user);
    expect(lapsAndTyres(stored)).toEqual(lapsAndTyres(truthOf(race, 2024)));
    // The game sends its result once.
    expect(stored.sessionStatus).toBe(isResultLost ? 2 : 3);
    await evening.close();
  },
  120_000,
);

test('a race during which the server is away is uploaded once it is back', async () => {
  let isOnline = false;
  const evening = await openEvening('Away', () => isOnline);
  const race = raceOf(5, startsAt);
  await evening.play(racePackets(race, { format: 2025, rate: 10 }));
  evening.pass(2_000);
  await expect.poll(() => evening.recorder.storage.uploads).toBe(1);
  await expect.poll(() => evening.recorder.storage.uploadFailure).toContain('cannot be reached');
  evening.restart();
  expect(evening.recorder.storage.uploads).toBe(1);
  isOnline = true;
  evening.recorder.retry();
  expect(await storedOf('Away')).toMatchObject({ drivers: truthOf(race, 2025).drivers });
  await evening.close();
}, 120_000);

test('a recorder that is stopped again and again in a race loses nothing and stores one session', async () => {
  const evening = await openEvening('Stops');
  const race = raceOf(6, startsAt);
  const packets = [...racePackets(race, { format: 2025, rate: 20 })];
  const random = createRandom('stops');
  const stops = Array.from({ length: isLong ? 50 : 6 }, () => random.integer(1, packets.length - 1)).sort(
    (a, b) => a - b,
  );
  let from = 0;
  for (const to of [...stops, packets.length]) {
    await evening.play(packets.slice(from, to));
    if (to < packets.length) evening.restart();
    from = to;
  }
  evening.pass(2_000);
  const { internalSessionId: _, ...truth } = truthOf(race, 2025);
  expect(await storedOf('Stops')).toMatchObject(truth);
  await evening.close();
  expect(readdirSync(join(folder, `spool-${spools}`))).toHaveLength(1);
}, 240_000);
