import { describe, expect, test } from 'vitest';
import type { SessionUpload } from '#contract/api/bodies';
import { SessionStatus } from '#contract/enumerations';
import type { LiveDetail } from '#contract/live/document';
import { PenaltyType } from '#contract/penalties';
import { isSameSession } from '#contract/race/recording';
import type { SessionRecord } from '../../recorder/session/session-record.ts';
import { SessionTracker } from '../../recorder/session/session-tracker.ts';
import { racePackets } from '../simulator/packets/race-packets.ts';
import { createRandom } from '../simulator/random.ts';
import { again, damages, type NamedPacket, named } from './damaged-recordings.ts';
import { raceOf, truthOf } from './race-source.ts';

const startsAt = Date.parse('2026-05-01T18:00:00.000Z');
const format = 2025;
const isLong = process.env.PITBOARD_LONG === '1';
const seeds = isLong ? 1_000 : 20;
const races = isLong ? 12 : 2;

// Races of some minutes are simulated and recorded one after the other.
const timeout = 1_800_000;

interface Driven {
  readonly packets: readonly NamedPacket[];
  readonly truth: LiveDetail;
}

const driven: Driven[] = [];
function raceWith(seed: number): Driven {
  const index = seed % races;
  driven[index] ??= (() => {
    const race = raceOf(seed + 30, startsAt);
    return { packets: named(racePackets(race, { format, rate: 5 })), truth: truthOf(race, format) };
  })();
  return driven[index] as Driven;
}

/**
 * A recorder's result from packets: each session as it would be stored last, and whether it kept packets that make
 * none.
 */
function record(packets: Iterable<NamedPacket>): { uploads: SessionUpload[]; kept: number } {
  const ended = new Set<SessionRecord>();
  const uploads: SessionUpload[] = [];
  const tracker = new SessionTracker({
    onStart: () => undefined,
    onPacket: () => undefined,
    onEnd: (session) => {
      ended.add(session);
      const upload = session.toUpload();
      if (upload === null) return;
      const before = uploads.findIndex((one) => isSameSession(one, upload));
      if (before < 0) uploads.push(upload);
      else uploads[before] = upload;
    },
  });
  for (const { time, datagram } of packets) tracker.receive(datagram, startsAt + time);
  tracker.end();
  return { uploads, kept: [...ended].filter((session) => session.hasContent && session.toUpload() === null).length };
}

const valuesOf = <Value>(given: Value | null, truth: Value | null) => (given === null ? [] : [[given, truth] as const]);

/** The values of a driver that were recorded and are known, each with the right one. */
function pairsOf(
  one: SessionUpload['drivers'][number],
  truth: LiveDetail['drivers'][number],
  isFinal: boolean,
): (readonly [unknown, unknown])[] {
  const seconds = one.penalties
    .filter(({ penaltyType }) => penaltyType === PenaltyType.TimePenalty)
    .reduce((sum, { penaltyTime }) => sum + (penaltyTime ?? 0), 0);
  return [
    ...one.lapTimes.flatMap((lap, index) => {
      const right = truth.lapTimes[index];
      return lap.lapTime === null
        ? []
        : [
            [lap.lapTime, right?.lapTime] as const,
            ...valuesOf(lap.sector1Time, right?.sector1Time ?? null),
            ...valuesOf(lap.sector2Time, right?.sector2Time ?? null),
            ...valuesOf(lap.sector3Time, right?.sector3Time ?? null),
          ];
    }),
    ...valuesOf(one.team, truth.team),
    ...valuesOf(one.carNumber, truth.carNumber),
    ...valuesOf(one.startingPosition, truth.startingPosition),
    ...one.pitStops.map((stop) => {
      const right = truth.pitStops.find(({ lapNum }) => lapNum === stop.lapNum);
      return [stop, stop.pitLaneTime === null && right !== undefined ? stop : right] as const;
    }),
    ...(one.name.startsWith('Car ') ? [] : [[one.name, truth.name] as const]),
    ...(isFinal
      ? [
          [one.lapTimes.length, truth.lapTimes.length] as const,
          [one.resultStatus, truth.resultStatus] as const,
          [one.totalPenaltiesSeconds, truth.totalPenaltiesSeconds] as const,
          [seconds, truth.totalPenaltiesSeconds ?? 0] as const,
          ...valuesOf(one.finishingPosition, truth.finishingPosition),
          ...valuesOf(one.totalRaceTime, truth.totalRaceTime),
          ...(one.lapTimes.some(({ lapTime }) => lapTime === null) && one.bestLapTimeMs !== truth.bestLapTimeMs
            ? []
            : [[one.bestLapTimeMs, truth.bestLapTimeMs] as const]),
          ...(one.tyres.length === 0 ? [] : [[one.tyres, truth.tyres] as const]),
        ]
      : []),
  ];
}

/** Wrong values of a session; missing ones are allowed. */
function faultsOf(upload: SessionUpload, truth: LiveDetail): unknown[] {
  const isFinal = upload.sessionStatus === SessionStatus.Finished;
  const listed = upload.drivers.reduce((sum, { pitStops }) => sum + pitStops.length, 0);
  const stops = truth.drivers.reduce((sum, { pitStops }) => sum + pitStops.length, 0);
  type Pair = readonly [field: string, given: unknown, wanted: unknown];
  const ofDrivers = upload.drivers.flatMap((one): Pair[] => {
    const right = truth.drivers.find(({ carIndex }) => carIndex === one.carIndex);
    if (right === undefined) return [['car', one.carIndex, null]];
    return pairsOf(one, right, isFinal).map(([given, wanted]): Pair => [`car ${one.carIndex}`, given, wanted]);
  });
  const ofSession: Pair[] = [
    ['laps', upload.numberOfLaps, truth.numberOfLaps],
    ['track', upload.trackId, truth.trackId],
    ['type', upload.sessionType, truth.sessionType],
  ];
  if (isFinal) ofSession.push(['cars', upload.drivers.length, truth.drivers.length]);
  // Stops that are not listed are said.
  if (isFinal && listed < stops) ofSession.push(['stops', upload.completeness?.pitStops, stops]);
  const pairs = [...ofSession, ...ofDrivers];
  return pairs.filter(([, given, wanted]) => JSON.stringify(given) !== JSON.stringify(wanted));
}

/** The race that a recording is of. */
const truthFor = (upload: SessionUpload, truths: readonly LiveDetail[]) =>
  truths.find((truth) => isSameSession(upload, { ...truth, sessionStartTime: upload.sessionStartTime }));

describe('of a race of which packets are missing, or came twice, nothing is wrong', () => {
  test.each(damages)(
    '$name',
    ({ name, apply }) => {
      for (let seed = 0; seed < Math.ceil(seeds / damages.length); seed += 1) {
        const random = createRandom(`${name} ${seed}`);
        const { packets, truth } = raceWith(seed);
        const { uploads, kept } = record(apply(packets, random));
        expect([seed, uploads.length + kept]).toEqual([seed, 1]);
        for (const upload of uploads) expect([seed, faultsOf(upload, truth)]).toEqual([seed, []]);
      }
    },
    timeout,
  );

  test.each(['after the result', 'in mid-race'])(
    'a race that begins again %s',
    (when) => {
      for (let seed = 0; seed < Math.ceil(seeds / 10); seed += 1) {
        const random = createRandom(`${when} ${seed}`);
        const [one, other] = [raceWith(seed), raceWith(seed + 1)];
        const until = when === 'in mid-race' ? random.integer(100_000, 200_000) : Number.POSITIVE_INFINITY;
        const first = one.packets.filter(({ time }) => time < until);
        const packets = [...first, ...again(first, other.packets, random.integer(100, 30_000))];
        const damage = damages[random.integer(0, damages.length - 1)];
        const isDamaged = damage !== undefined && random.chance(0.5) && !damage.name.includes('kind');
        const { uploads, kept } = record(isDamaged ? damage.apply(packets, random) : packets);
        const name = `${seed} ${isDamaged ? damage.name : 'whole'}`;
        expect([name, uploads.length + kept]).toEqual([name, 2]);
        for (const upload of uploads) {
          const truth = truthFor(upload, [one.truth, other.truth]);
          expect([name, truth === undefined ? 'of no race' : faultsOf(upload, truth)]).toEqual([name, []]);
        }
      }
    },
    timeout,
  );
});
