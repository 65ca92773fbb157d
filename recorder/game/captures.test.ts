import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFrames } from '../captures/frames.ts';
import { identify, isRejected, type Packet, type PacketBody, readPacket } from './packet.ts';

/** Packets and captures of the real game, with the results of other programs. */
const folder = process.env.PITBOARD_DATA;
const udp = join(folder ?? '', 'udp');
const hasData = folder !== undefined && existsSync(join(udp, 'expected.json'));
if (!hasData)
  console.log(`SKIPPED: real packets of the game (${folder === undefined ? 'PITBOARD_DATA is not set' : udp})`);

interface ClassifiedCar {
  readonly carIndex: number;
  readonly tyreStints: readonly unknown[];
}
interface Expected {
  readonly captures: Record<string, ExpectedCapture>;
  readonly packets: Record<string, { readonly numCars: number; readonly classification: readonly ClassifiedCar[] }>;
  readonly rejectedPackets: Record<string, { readonly size: number; readonly expected: number }>;
  readonly packetFiles: Record<string, { readonly packetFormat: number; readonly packetId: number } & EventFields>;
}
interface EventFields {
  readonly event?: string;
  readonly details?: Record<string, number>;
}
interface ExpectedCapture {
  readonly file: string;
  readonly packetFormat: number;
  readonly packets: number;
  readonly packetCountsById: Record<string, number>;
  readonly eventCounts?: Record<string, number>;
  readonly classification?: readonly ClassifiedCar[];
}

function read(datagram: Uint8Array): Packet {
  const identified = identify(datagram);
  if (isRejected(identified)) throw new Error(identified.message);
  return readPacket(datagram, identified);
}

/** The classification as the expectations have it, best first. */
function classificationOf(body: PacketBody<'finalClassification'>) {
  return body.classificationData
    .map((car, carIndex) => ({
      carIndex,
      position: car.position,
      gridPosition: car.gridPosition,
      laps: car.numLaps,
      points: car.points,
      pitStops: car.numPitStops,
      resultStatus: car.resultStatus,
      ...(car.resultReason === undefined ? {} : { resultReason: car.resultReason }),
      bestLapMs: car.bestLapTimeInMS,
      totalRaceTimeS: Number(car.totalRaceTime.toFixed(3)),
      penaltiesTimeS: car.penaltiesTime,
      numPenalties: car.numPenalties,
      tyreStints: Array.from({ length: car.numTyreStints }, (_, index) => ({
        actual: car.tyreStintsActual[index],
        visual: car.tyreStintsVisual[index],
        endLap: car.tyreStintsEndLaps[index],
      })),
    }))
    .filter(({ position }) => position > 0)
    .sort((one, other) => one.position - other.position);
}

function count(counts: Record<string, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

describe.runIf(hasData)('real packets', () => {
  const expected: Expected = hasData
    ? JSON.parse(readFileSync(join(udp, 'expected.json'), 'utf8'))
    : { captures: {}, packets: {}, rejectedPackets: {}, packetFiles: {} };
  const files = Object.entries(expected.packetFiles).filter(([file]) => existsSync(join(udp, file)));
  const rejected = Object.entries(expected.rejectedPackets).filter(([file]) => file.endsWith('.bin'));

  test.each(files)('%s is read', (file, { packetFormat, packetId, event, details }) => {
    const packet = read(readFileSync(join(udp, file)));
    // One of the files has an empty header but for its format and id.
    expect(packet.header).toMatchObject({ packetFormat, packetId });
    if (event !== undefined) expect(packet.body).toEqual({ code: event, details });
  });

  test.each(rejected)('%s is rejected for its size', (file, { size, expected: right }) => {
    const message = expect.stringContaining(`${size} bytes instead of ${right}`);
    expect(identify(readFileSync(join(udp, file)))).toEqual({ kind: 'size', message });
  });

  test.each(Object.entries(expected.packets))('the classification of %s is as expected', (file, value) => {
    const packet = read(readFileSync(join(udp, file)));
    if (packet.name !== 'finalClassification') throw new Error(packet.name);
    expect(packet.body.numCars).toBe(value.numCars);
    expect(classificationOf(packet.body)).toEqual(value.classification);
  });

  test.each(Object.values(expected.captures))('$file is read from end to end', async (capture) => {
    const ids: Record<string, number> = {};
    const eventCounts: Record<string, number> = {};
    let packets = 0;
    let classification: unknown;
    for await (const { datagram } of readFrames(join(udp, capture.file))) {
      const packet = read(datagram);
      packets += 1;
      count(ids, packet.header.packetId);
      expect(packet.header.packetFormat).toBe(capture.packetFormat);
      if (packet.name === 'event') count(eventCounts, packet.body.code);
      if (packet.name === 'finalClassification') classification = classificationOf(packet.body);
    }
    expect(packets).toBe(capture.packets);
    expect(ids).toEqual(capture.packetCountsById);
    if (capture.eventCounts !== undefined) expect(eventCounts).toEqual(capture.eventCounts);
    expect(classification).toEqual(capture.classification);
  });
});
