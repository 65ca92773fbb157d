import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#contract/entities/session';
import { SessionStatus, SessionType, Track } from '#contract/enumerations';
import { PenaltyType } from '#contract/penalties';
import type { Frame } from '../../recorder/captures/decode-frames.ts';
import { readFrames } from '../../recorder/captures/frames.ts';
import { openTestServer, type TestServer, userIdOf } from '../../server/tests/support/open-test-server.ts';
import { racePackets } from '../simulator/packets/race-packets.ts';
import type { SimulatedRace } from '../simulator/simulated-race.ts';
import { again, named } from './damaged-recordings.ts';
import { raceOf, truthOf } from './race-source.ts';
import { storeRecording } from './store-recording.ts';

/** Small races at Monza as recorders of other programs have got them wrong. */
const captures = join(process.env.PITBOARD_DATA ?? '', 'cases');
const hasData = process.env.PITBOARD_DATA !== undefined && existsSync(captures);
if (!hasData) console.log('SKIPPED: captures of known faults (PITBOARD_DATA is not set)');

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
const folder = mkdtempSync(join(tmpdir(), 'pitboard-cases-'));
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

async function framesOf(name: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const { time, datagram } of readFrames(join(captures, `${name}.cap.gz`)))
    frames.push({ time, datagram: new Uint8Array(datagram) });
  return frames;
}

const userOf = (name: string, isLive: boolean) => `${name} ${isLive}`.slice(0, 30);

interface PlayOptions {
  readonly isLive?: boolean;
  /** Instead of those of the capture. */
  readonly frames?: readonly Frame[];
}

/** Records a capture for a user of its own; returns what the recorder said and the stored sessions, the first one first. */
async function play(name: string, { isLive = false, frames }: PlayOptions = {}) {
  const user = userOf(name, isLive);
  const destination = { server: address, token: await server.tokenOf(user) };
  const said = await storeRecording(frames ?? (await framesOf(name)), {
    destination,
    folder: join(folder, user),
    startsAt,
    isLive,
  });
  const { sessions } = await server.get('pageUserSessions', { params: { id: userIdOf(user) } });
  const details = sessions.map(({ id }) => server.get('getSession', { params: { id } }));
  return { said, sessions: (await Promise.all(details)).reverse() };
}

async function playOne(name: string): Promise<Session> {
  const { sessions } = await play(name);
  expect(sessions).toHaveLength(1);
  return sessions[0] as Session;
}

const names = ['Ada Kestrel', 'Bo Lindqvist', 'Cam Ferreira', 'Dee Okafor'];
const raceTimes = [80_422, 81_266, 82_110, 82_554];
const lastLaps = [20_011, 20_222, 20_433, 20_644];

function expectWholeRace(session: Session, resultSource: Session['resultSource'] = 'classification'): void {
  expect(session).toMatchObject({
    trackId: Track.Monza,
    sessionType: SessionType.Race,
    numberOfLaps: 4,
    trackLength: 5_000,
    sessionStatus: SessionStatus.Finished,
    resultSource,
  });
  expect(session.drivers.map(({ name }) => name)).toEqual(names);
  expect(session.drivers.map(({ finishingPosition }) => finishingPosition)).toEqual([1, 2, 3, 4]);
  expect(session.drivers.map(({ numberOfLaps }) => numberOfLaps)).toEqual([4, 4, 4, 4]);
  expect(session.drivers.map(({ totalRaceTime }) => totalRaceTime)).toEqual(raceTimes);
  expect(session.drivers.map(({ lapTimes }) => lapTimes.at(-1)?.lapTime)).toEqual(lastLaps);
  expect(session.drivers.map(({ deltaToLeader }) => deltaToLeader)).toEqual(raceTimes.map((time) => time - 80_422));
  expect(session.drivers[0]?.bestLapTimeMs).toBe(20_000);
}

describe.runIf(hasData)('a capture', () => {
  test('with a session start right before the result is one finished race', async () => {
    expectWholeRace(await playOne('ssta-before-fc-b'));
  });

  test('with empty session packets at its end has the track, type and laps of the others', async () => {
    expectWholeRace(await playOne('empty-session-info-last'));
  });

  test('without its last five seconds has the last laps by the race times', async () => {
    expectWholeRace(await playOne('drop-at-flag'));
  });

  test('without a classification is finished from timing, and scores', async () => {
    const as = userOf('no-fc', false);
    const { id: seasonId } = await server.get('createSeason', { as, body: { name: 'Thursday' } });
    const events = [{ track: Track.Monza, startsAt: new Date(startsAt).toISOString() }];
    const season = await server.get('addEvents', { as, params: { seasonId }, body: { events } });
    const params = { seasonId, eventId: season.events[0]?.id ?? '' };
    await server.get('updateEvent', { as, params, body: { takesRecordings: true } });
    expectWholeRace(await playOne('no-fc'), 'timing');
    const { standings } = await server.get('getSeason', { params: { id: seasonId } });
    expect(standings.drivers.map(({ name }) => name)).toEqual(names);
    expect(standings.drivers.every(({ points }) => points > 0)).toBe(true);
  });

  test('with two penalties in one step of the counter has two', async () => {
    const session = await playOne('two-penalties-one-step');
    const given = session.drivers.map(({ penalties }) => penalties.map((one) => [one.penaltyType, one.penaltyTime]));
    const penalty = [PenaltyType.TimePenalty, 5];
    expect(given).toEqual([[], [penalty, penalty], [], []]);
    expect(session.drivers.map(({ totalPenaltiesSeconds }) => totalPenaltiesSeconds)).toEqual([0, 10, 0, 0]);
  });

  test('in which the winner is in the pits after the flag has no stop', async () => {
    const session = await playOne('cooldown-pit');
    expect(session.drivers.map(({ pitStops }) => pitStops)).toEqual([[], []]);
  });

  test.each([true, false])('with a second race under the same id has two sessions: live %s', async (isLive) => {
    const { said, sessions } = await play('restart-after-result', { isLive });
    expect(sessions.map(({ drivers }) => drivers[0]?.bestLapTimeMs)).toEqual([20_000, 20_500]);
    expect(sessions.map(({ sessionStatus }) => sessionStatus)).toEqual([3, 3]);
    expect(said.filter((text) => text.startsWith('stored: '))).toHaveLength(2);
  });

  test.each([true, false])('of a race that goes on after 11 minutes is one whole race: live %s', async (isLive) => {
    const { said, sessions } = await play('pause-11min', { isLive });
    expect(sessions).toHaveLength(1);
    expectWholeRace(sessions[0] as Session);
    expect(said.filter((text) => text.startsWith('stored'))).toEqual([
      expect.stringMatching(/^stored: /),
      expect.stringMatching(/^stored, an older version was replaced: /),
    ]);
  });
});

describe.each([true, false])('of simulated races, live %s', (isLive) => {
  const [one, other] = [raceOf(41, startsAt), raceOf(42, startsAt)];
  const packetsOf = (race: SimulatedRace) => named(racePackets(race, { format: 2025, rate: 5 }));
  const lapsOf = (drivers: Session['drivers']) => drivers.map(({ name, lapTimes }) => ({ name, lapTimes }));

  test('a second one under the same id is stored beside the first one', async () => {
    const first = packetsOf(one);
    const frames = [...first, ...again(first, packetsOf(other), 5_000)];
    const { said, sessions } = await play('again', { isLive, frames });
    expect(sessions.map(({ drivers }) => lapsOf(drivers))).toEqual(
      [one, other].map((race) => lapsOf(truthOf(race, 2025).drivers)),
    );
    expect(said.filter((text) => text.startsWith('stored: '))).toHaveLength(2);
  }, 120_000);

  test('one that goes on after 11 minutes replaces what was stored of it', async () => {
    const frames = packetsOf(one).map(({ time, datagram }) => ({
      time: time < one.duration / 2 ? time : time + 660_000,
      datagram,
    }));
    const { said, sessions } = await play('pause', { isLive, frames });
    expect(sessions.map(({ drivers, sessionStatus }) => [lapsOf(drivers), sessionStatus])).toEqual([
      [lapsOf(truthOf(one, 2025).drivers), SessionStatus.Finished],
    ]);
    expect(said.filter((text) => text.startsWith('stored, an older version was replaced: '))).toHaveLength(1);
  }, 120_000);
});
