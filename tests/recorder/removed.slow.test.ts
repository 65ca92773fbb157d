import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { racePackets } from '../simulator/packets/race-packets.ts';
import { RaceEvening } from './race-evening.ts';
import { raceOf } from './race-source.ts';

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'pitboard-removed-'));
let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await openTestServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function pair(user: string): Promise<{ id: string; token: string }> {
  const { code } = await server.get('createPairingCode', { as: user });
  return server.get('pairRecorder', { body: { code, name: 'Rig' } });
}

const isLiveAgain = (evening: RaceEvening) => expect.poll(() => evening.recorder.publisher?.isLive).toBe(true);

test('a recorder that was removed in a race says so, and is live at once with another code', async () => {
  const first = await pair('Ann');
  let { token } = first;
  const evening = await RaceEvening.open({
    folder: join(folder, 'spool'),
    destination: () => ({ server: address, token }),
    startsAt,
  });
  const race = raceOf(1, startsAt);
  const packets = [...racePackets(race, { format: 2025, rate: 5 })];
  const middle = packets.findIndex(({ time }) => time > race.duration / 2);
  await evening.play(packets.slice(0, middle));
  await isLiveAgain(evening);
  const { liveId } = evening.recorder;
  expect(evening.recorder.tokenRefusal).toBeNull();
  await server.call('deleteRecorder', { as: 'Ann', params: { id: first.id } });
  await expect
    .poll(() => evening.recorder.tokenRefusal)
    .toMatch(/^this recorder was removed from its account: connect it again/);
  // The waits between two tries are the longest.
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  ({ token } = await pair('Ann'));
  evening.recorder.retry();
  expect(evening.recorder.tokenRefusal).toBeNull();
  await isLiveAgain(evening);
  expect(evening.recorder.liveId).toBe(liveId);
  random.mockRestore();
  await evening.play(packets.slice(middle));
  evening.pass(2_000);
  const statuses = async () => {
    const { sessions } = await server.get('pageUserSessions', { params: { id: userIdOf('Ann') } });
    return sessions.map(({ sessionStatus }) => sessionStatus);
  };
  await expect.poll(statuses, { timeout: 30_000 }).toEqual([3]);
  await evening.close();
}, 240_000);

test('a recorder that is connected to another account in a race goes on there in a live session of its own', async () => {
  const first = await pair('Bob');
  let { token } = first;
  const evening = await RaceEvening.open({
    folder: join(folder, 'spool-of-two'),
    destination: () => ({ server: address, token }),
    startsAt,
  });
  const race = raceOf(2, startsAt);
  const packets = [...racePackets(race, { format: 2025, rate: 5 })];
  const middle = packets.findIndex(({ time }) => time > race.duration / 2);
  await evening.play(packets.slice(0, middle));
  await isLiveAgain(evening);
  const { liveId } = evening.recorder;
  await server.call('deleteRecorder', { as: 'Bob', params: { id: first.id } });
  await expect.poll(() => evening.recorder.tokenRefusal).not.toBeNull();
  ({ token } = await pair('Eve'));
  evening.recorder.retry();
  // The race goes on while the server refuses the id of the other account.
  await expect.poll(() => evening.recorder.publisher?.isIdTaken).toBe(true);
  await evening.play(packets.slice(middle, middle + 50));
  await isLiveAgain(evening);
  expect(evening.recorder.liveId).not.toBe(liveId);
  expect(evening.said.slice(-2)).toEqual([
    'this race was live in another account: it goes on in this one, with a new address',
    `live: ${address}/live/${evening.recorder.liveId}`,
  ]);
  expect(await server.get('listUserLive', { params: { userId: userIdOf('Eve') } })).toMatchObject([
    { id: evening.recorder.liveId },
  ]);
  await evening.play(packets.slice(middle + 50));
  evening.pass(2_000);
  const sessionsOf = async (user: string) =>
    (await server.get('pageUserSessions', { params: { id: userIdOf(user) } })).sessions;
  await expect.poll(() => sessionsOf('Eve'), { timeout: 30_000 }).toHaveLength(1);
  expect(await sessionsOf('Bob')).toEqual([]);
  await evening.close();
}, 240_000);
