import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Track } from '#contract/enumerations';
import { teamOfNumber } from '#contract/race/teams';
import { TestGame } from '../../recorder/testing/test-game.ts';
import { LiveClient } from '../../server/tests/support/live-client.ts';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { RaceEvening } from './race-evening.ts';

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'pitboard-line-up-'));
let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await openTestServer();
  server.clock.now = new Date(startsAt - 60 * 60_000);
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const idOf = (index: number) => `01900000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`;
const teamOf = (car: number) => teamOfNumber(Math.floor(car / 2), 2025);

test('20 cars without a name get those of the line-up, from the first packet on: live and stored', async () => {
  const as = 'Ann';
  const { id } = await server.get('createSeason', { as, body: { name: 'Thursday' } });
  const body = { track: Track.Monza, startsAt: new Date(startsAt).toISOString() };
  const { events } = await server.get('addEvent', { as, params: { seasonId: id }, body });
  const params = { seasonId: id, eventId: events[0]?.id ?? '' };
  // 20 regular drivers, of whom 18 and 19 have the number of 0 and 1 in other teams; two reserves, of whom one has no number.
  const roster = Array.from({ length: 22 }, (_, index) => ({
    id: idOf(index),
    name: index < 20 ? `Driver ${index}` : `Reserve ${index}`,
    number: index === 21 ? null : (index % 18) + 1 + (index === 20 ? 50 : 0),
    team: index < 20 ? teamOf(index) : null,
    isReserve: index >= 20,
  }));
  await server.get('setRoster', { as, params: { id }, body: { roster } });
  // The last driver does not come, the first is banned.
  const changes = [
    { driverId: idOf(20), seatId: idOf(19) },
    { driverId: idOf(21), seatId: idOf(0) },
    { driverId: idOf(0), seatId: null, isBanned: true },
  ];
  const { seats } = await server.get('setLineUp', { as, params, body: { changes } });
  expect(seats.map(({ name }) => name)).toHaveLength(20);

  const destination = { server: address, token: await server.tokenOf(as) };
  const evening = await RaceEvening.open({ folder, destination: () => destination, startsAt });
  const game = new TestGame();
  const cars = seats.map(({ number }, car) => ({
    name: 'Player',
    raceNumber: number ?? 0,
    teamId: Math.floor(car / 2),
    networkId: car,
  }));
  const send = (...datagrams: Uint8Array[]) =>
    evening.play(datagrams.map((datagram) => ({ time: game.time * 1_000, datagram })));
  const onLap = (currentLapNum: number) => seats.map(() => ({ currentLapNum, lastLapTimeInMS: 88_000 }));
  await send(game.event({ code: 'SSTA', details: {} }), game.session(), game.participants(cars), game.laps(onLap(1)));
  game.at(1);
  await send(game.laps(onLap(1)));
  await expect.poll(() => evening.recorder.publisher?.isLive).toBe(true);
  const viewer = new LiveClient(
    `${address.replace('http', 'ws')}/api/LiveSession/ws/${evening.recorder.liveId}?format=json`,
  );
  const ticks = setInterval(() => server.pass(100), 20);
  const names = seats.map(({ name }) => name);
  // Every name that a viewer gets, from the first snapshot on.
  const shown = new Map<string, string>();
  while (shown.size < names.length) {
    const { document, patch } = await viewer.next();
    const drivers: Record<string, { name?: string }> = (document ?? patch)?.drivers ?? {};
    for (const [car, { name }] of Object.entries(drivers)) if (name !== undefined) shown.set(`${car} ${name}`, name);
  }
  clearInterval(ticks);
  await viewer.close();
  expect([...shown.values()]).toEqual(names);

  game.at(90);
  await send(game.laps(onLap(2)));
  game.at(400);
  await send(game.laps(onLap(5)), game.event({ code: 'SEND', details: {} }), game.result(seats.map(() => 5)));
  evening.pass(2_000);
  const list = async () => (await server.get('pageUserSessions', { params: { id: userIdOf(as) } })).sessions;
  await expect.poll(list, { timeout: 30_000 }).toHaveLength(1);
  const [session] = await list();
  const stored = await server.get('getSession', { params: { id: session?.id ?? '' } });
  expect(stored.drivers.map(({ name }) => name)).toEqual(names);
  const season = await server.get('getSeason', { params: { id } });
  expect(season.standings.drivers.map(({ name }) => name)).toEqual(names);
  await evening.close();
}, 60_000);
