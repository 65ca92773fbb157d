import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveDocument } from '#contract/live/document';
import { readSnapshot } from '#contract/live/read-document';
import { toDocument } from '#contract/live/to-document';
import { Recorder } from '../../recorder/recorder.ts';
import { Spool } from '../../recorder/spool/spool.ts';
import { racePackets } from '../simulator/packets/race-packets.ts';
import { hostileDatagrams } from './hostile-datagrams.ts';
import { raceOf, truthOf } from './race-source.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
/** The game sends about 360 packets a second at 60 Hz. */
const gap = 1_000 / 360;
const minutes = process.env.PITBOARD_LONG === '1' ? 10 : 0.5;

/** How much more may be retained at the end than after a third, in MB. */
const mostGrowth = 2;

let folder: string;
let recorder: Recorder;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-hostile-'));
  now = startsAt;
  recorder = new Recorder({
    spool: new Spool(folder),
    destination: () => null,
    live: null,
    now: () => now,
    say: () => undefined,
  });
});
afterEach(() => {
  recorder.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Gives the recorder so many datagrams, as fast as the game sends. Returns how many bytes are retained after them. */
function receive(datagrams: Iterator<Uint8Array>, count: number): number {
  for (let index = 0; index < count; index += 1) {
    now += gap;
    recorder.receive(datagrams.next().value, Math.round(now));
  }
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function countOf({ received, rejected }: ReturnType<Recorder['reception']>): number {
  return received + Object.values(rejected).reduce((sum, count) => sum + count, 0);
}

test(`${minutes} minutes of hostile datagrams are counted, each session can be shown, and memory stays flat`, () => {
  const datagrams = hostileDatagrams(22);
  const total = Math.round((minutes * 60_000) / gap);
  const rounds = 30;
  const retained: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    retained.push(receive(datagrams, Math.round(total / rounds)));
    expect(countOf(recorder.reception())).toBe(round * Math.round(total / rounds));
    const { session } = recorder;
    if (session?.isKnown !== true) continue;
    // The document is read as the server reads it.
    const read = readSnapshot(toDocument(session.read()), { id: '', startedAt: session.read().sessionStartTime });
    expect(v.is(LiveDocument, read?.tree)).toBe(true);
  }
  const { rejected, lastRejection } = recorder.reception();
  for (const [kind, count] of Object.entries(rejected)) expect([kind, count > 0]).toEqual([kind, true]);
  expect(lastRejection).not.toBeNull();
  // From when all that is bounded has filled up.
  const grown = ((retained.at(-1) ?? 0) - (retained[rounds / 3] ?? 0)) / 1_000_000;
  expect(grown).toBeLessThan(mostGrowth);
});

test('a race that follows them is recorded as it was', () => {
  const datagrams = hostileDatagrams(23);
  receive(datagrams, 3_000);
  const race = raceOf(12, startsAt);
  const begins = now + 5_000;
  for (const { time, datagram } of racePackets(race, { format: 2025, rate: 4 })) {
    now = begins + time;
    recorder.receive(datagram, now);
    if (Math.round(time) % 20 === 0) recorder.receive(datagrams.next().value, now);
  }
  const { drivers } = truthOf(race, 2025);
  expect(recorder.session?.read().drivers).toEqual(drivers);
});
