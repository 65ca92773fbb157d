import { expect, test } from 'vitest';
import { addressOf } from '#contract/api/address';
import { calls } from '#contract/calls/by-name';
import { ResultStatus, Track } from '#contract/enumerations';
import { type LiveDocument, treeOf } from '#contract/live/document';
import { applyPatch, createPatch, type Tree } from '#contract/live/merge-patch';
import type { PublisherMessage } from '#contract/live/publisher-messages';
import { toDocument } from '#contract/live/to-document';
import { classificationOf } from '#contract/race/classification';
import { liveFlag } from '#contract/race/live-flag';
import { replayOf } from '#contract/race/replay/replay';
import { createRecording } from '../recorder/recording.ts';
import { findShippedTrack } from '../server/domain/outlines.ts';
import { LiveClient } from '../server/tests/support/live-client.ts';
import { openTestServer } from '../server/tests/support/open-test-server.ts';
import { courseOf } from './simulator/course.ts';
import { createField } from './simulator/field.ts';
import { createRandom } from './simulator/random.ts';
import { recordSession } from './simulator/record-session.ts';
import { createSimulatedRace } from './simulator/simulated-race.ts';

const startsAt = '2026-05-01T18:00:00.000Z';
/** How often a recorder sends a race, in ms. */
const step = 200;

const raceOf = (seed: string, track: Track, minutes: number) =>
  createSimulatedRace({
    seed,
    track,
    field: createField(createRandom(`late-${seed}`), 22),
    startsAt,
    minutes,
  });

const carAt = (drivers: LiveDocument['drivers'], place: number) =>
  Object.entries(drivers ?? {}).find(([, { position }]) => position === place)?.[0];

test.each([
  ['of 5 laps', '1', Track.Spa, 9],
  ['that was stopped', '4', Track.Zandvoort, 16],
  ['of 40 laps with a virtual safety car', '5', Track.Austria, 45],
  ['of 78 laps with safety cars', '3', Track.Monaco, 97],
  ['of 78 laps with lapped cars and a red flag', '6', Track.Monaco, 97],
])('a stored race %s is replayed with its order, gaps, flags and places on the track', (_, seed, track, minutes) => {
  const race = raceOf(seed, track, minutes);
  const session = recordSession(race);
  const { length } = courseOf(track);
  const replay = replayOf(session, { points: findShippedTrack(track)?.points ?? [], length });
  expect([replay.start, replay.duration, replay.gaps]).toEqual([0, race.duration, []]);
  let [crossings, gaps] = [0, 0];
  for (const { carIndex, lapTimes } of session.drivers) {
    let line = 0;
    for (const { lapTime } of lapTimes) {
      line += lapTime ?? 0;
      if (line >= race.duration) continue;
      crossings += 1;
      gaps += expectSameCar(toDocument(race.at(line)), replay.at(line), carIndex);
    }
  }
  expect(gaps).toBeGreaterThan(crossings * 1.98);
  const errors: number[] = [];
  let [moments, flags] = [0, 0];
  for (let time = 50; time < race.duration; time += 4_999) {
    const [real, shown] = [toDocument(race.at(time)), replay.at(time)];
    moments += 1;
    flags += Number(flagIn(real) === flagIn(shown));
    for (const [car, driver] of Object.entries(real.drivers ?? {})) {
      const other = shown.drivers?.[car];
      if (driver.lapDistance === undefined || other?.lapDistance === undefined) continue;
      errors.push(Math.abs((lapsIn(other) - lapsIn(driver)) * length + other.lapDistance - driver.lapDistance));
    }
  }
  errors.sort((one, other) => one - other);
  expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(64);
  expect(flags).toBeGreaterThan(moments * 0.99);
  const places = classificationOf(session).map(({ driver }) => driver.carIndex);
  const end = replay.at(replay.duration).drivers;
  expect(places.map((car) => end?.[car]?.position)).toEqual(places.map((_car, index) => index + 1));
});

test('a race that is recorded while it is live is replayed from what the server stores as it was seen', async () => {
  const server = await openTestServer();
  const origin = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
  const id = '01900000-0000-7000-8000-0000000000ac';
  const { publish } = await server.get('registerLive', { as: 'Pit Wall', params: { id } });
  const recorder = new LiveClient(origin + addressOf(calls.publishLive, { id }));
  await recorder.opened();
  recorder.send({ type: 'auth', token: publish.token });
  const viewer = new LiveClient(origin + addressOf(calls.watchLive, { id }, { view: 'full', format: 'json' }));
  await viewer.nextOf('hello');
  const race = raceOf('1', Track.Spa, 9);
  const lines: PublisherMessage[] = [];
  const recording = createRecording((message) => lines.push(message));
  let [time, seq] = [0, 0];
  viewer.socket.on('message', (data) => recording.add(JSON.parse(String(data)), Date.parse(startsAt) + time));
  let sent: Tree | null = null;
  for (; time < race.duration + step; time += step) {
    const tree = treeOf(toDocument(race.at(Math.min(time, race.duration))));
    const change =
      sent === null ? { type: 'snapshot', document: tree } : { type: 'patch', patch: createPatch(sent, tree) };
    sent = tree;
    seq += 1;
    recorder.send({ ...change, seq, t: time });
    await recorder.roundTrip();
    server.pass(100);
    await viewer.roundTrip();
  }
  recorder.send({ type: 'end' });
  await recorder.closed;
  server.pass(100);
  const { sessionId } = await viewer.nextOf('ended');
  const session = await server.get('getSession', { params: { id: sessionId } });
  await viewer.closed;
  await server.close();

  const { length } = courseOf(Track.Spa);
  const replay = replayOf(session, { points: findShippedTrack(Track.Spa)?.points ?? [], length });
  let [crossings, gaps] = [0, 0];
  let before: Partial<LiveDocument> = {};
  for (const message of lines) {
    if (message.type !== 'snapshot' && message.type !== 'patch') continue;
    const seen = (
      message.type === 'snapshot' ? message.document : applyPatch(before as Tree, message.patch)
    ) as LiveDocument;
    for (const [car, driver] of Object.entries(seen.drivers ?? {})) {
      const earlier = before.drivers?.[car];
      if (earlier === undefined || lapsIn(driver) === lapsIn(earlier) || message.t >= replay.duration) continue;
      crossings += 1;
      gaps += expectSameCar(seen, replay.at(message.t), Number(car));
    }
    before = seen;
  }
  expect(crossings).toBeGreaterThan(22 * 3);
  expect(gaps).toBeGreaterThan(crossings * 1.98);
});

/** A car that has crossed the line has its place, lap and gaps. Returns the number of gaps that can be compared. */
function expectSameCar({ drivers: real }: LiveDocument, { drivers: shown }: LiveDocument, carIndex: number): number {
  const [own, other] = [real?.[carIndex], shown?.[carIndex]];
  const at = [carIndex, lapsIn(own)];
  expect([...at, other?.position, lapsIn(other)]).toEqual([...at, own?.position, lapsIn(own)]);
  let gaps = 0;
  for (const [key, place] of [
    ['deltaToLeader', 1],
    ['deltaToCarAhead', (own?.position ?? 0) - 1],
  ] as const) {
    // Who leads while two cars fight between the lines is an estimate.
    if (carAt(real, place) !== carAt(shown, place)) continue;
    gaps += 1;
    expect([...at, key, Math.abs((other?.[key] ?? 0) - (own?.[key] ?? 0)) <= 1]).toEqual([...at, key, true]);
  }
  return gaps;
}

function lapsIn(driver: { readonly currentLapNumber?: number } | undefined): number {
  return driver?.currentLapNumber ?? 0;
}

function flagIn(document: LiveDocument): string {
  return liveFlag(document, ResultStatus.Active).flag;
}
