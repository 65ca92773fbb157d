import { type Format, formats } from '../../recorder/game/layout.ts';
import { TestGame } from '../../recorder/testing/test-game.ts';
import { racePackets } from '../simulator/packets/race-packets.ts';
import { createRandom, type Random } from '../simulator/random.ts';
import { raceOf } from './race-source.ts';

/** Where the fields of a header stand. */
const uid = { at: 7, bytes: 8 } as const;

type Packets = readonly Uint8Array[];

/** Datagrams that a port on a network may receive, from noise to packets that are nearly right. */
const kinds: Readonly<Record<string, (random: Random, packets: Packets) => Uint8Array>> = {
  random: (random) => bytesOf(random, random.integer(0, 2_000)),
  'right in size and header': (random, packets) => {
    const packet = random.pick(packets);
    const made = bytesOf(random, packet.length);
    made.set(packet.subarray(0, uid.at + uid.bytes));
    return made;
  },
  truncated: (random, packets) => {
    const packet = random.pick(packets);
    return packet.subarray(0, random.integer(0, packet.length - 1));
  },
  padded: (random, packets) => Buffer.concat([random.pick(packets), bytesOf(random, random.integer(1, 100))]),
  'changed in some bytes': (random, packets) => {
    const made = Buffer.from(random.pick(packets));
    for (let count = random.integer(1, 8); count > 0; count -= 1)
      made[random.integer(0, made.length - 1)] = random.pick([0, 0x7f, 0x80, 0xff, random.integer(0, 255)]);
    return made;
  },
  'of another session': (random, packets) => {
    const made = Buffer.from(random.pick(packets));
    made.set(bytesOf(random, uid.bytes), uid.at);
    return made;
  },
  'of another format or id': (random, packets) => {
    const made = Buffer.from(random.pick(packets));
    if (random.chance(0.5)) made.writeUInt16LE(random.pick([2022, 2027, ...formats]), 0);
    else made[6] = random.integer(0, 40);
    return made;
  },
  'out of order': (random, packets) => random.pick(packets),
};

function bytesOf(random: Random, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = Math.floor(random.next() * 256);
  return bytes;
}

/** Datagrams without end, the same ones for a seed: some of each kind, made from the packets of races of all formats. */
export function* hostileDatagrams(seed: number): Generator<Uint8Array> {
  const random = createRandom(seed);
  const races = new Map(formats.map((format) => [format, packetsOf(format)]));
  for (;;) {
    const make = random.pick(Object.values(kinds));
    yield make(random, races.get(random.pick(formats)) ?? []);
  }
}

/** The begin of a race, and its end. */
function packetsOf(format: Format): Packets {
  const race = raceOf(format, 0);
  const packets = racePackets(race, { format, rate: 10 });
  const begin = Array.from({ length: 300 }, () => packets.next().value?.datagram ?? Buffer.alloc(0));
  const game = new TestGame({ format, gameSession: BigInt(race.at(0).internalSessionId) }).at(80);
  return [...begin, game.history(0, [80_000]), game.result([1, 1])];
}
