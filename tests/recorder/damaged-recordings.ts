import {
  encodePacket,
  identify,
  isRejected,
  type Packet,
  type PacketName,
  readPacket,
} from '../../recorder/game/packet.ts';
import type { TimedDatagram } from '../simulator/packets/race-packets.ts';
import type { Random } from '../simulator/random.ts';

/** A packet of a simulated race, with its name. */
export interface NamedPacket extends TimedDatagram {
  readonly name: PacketName;
}

export function named(packets: Iterable<TimedDatagram>): NamedPacket[] {
  return [...packets].map((packet) => {
    const identified = identify(packet.datagram);
    if (isRejected(identified)) throw new Error(identified.message);
    return { ...packet, name: identified.name };
  });
}

/** A packet with another content or header. */
function changed({ time, datagram, name }: NamedPacket, change: (packet: Packet) => Packet): NamedPacket {
  const identified = identify(datagram);
  if (isRejected(identified)) throw new Error(identified.message);
  return { time, name, datagram: encodePacket(change(readPacket(datagram, identified))) };
}

const kinds = [
  'session',
  'lapData',
  'motion',
  'carStatus',
  'participants',
  'sessionHistory',
  'finalClassification',
  'event',
] as const satisfies readonly PacketName[];

/** The data that a recording lacks, or has too often. */
export interface Damage {
  readonly name: string;
  readonly apply: (packets: readonly NamedPacket[], random: Random) => readonly NamedPacket[];
}

const durationOf = (packets: readonly NamedPacket[]) => packets.at(-1)?.time ?? 0;
const isResult = ({ name }: NamedPacket) => name === 'finalClassification';
const isStart = ({ time, name }: NamedPacket) => time === 0 && name === 'event';

export const damages: readonly Damage[] = [
  {
    name: 'a second is lost',
    apply: (packets, random) => {
      const from = random.integer(0, Math.floor(durationOf(packets)) - 1_000);
      return packets.filter(({ time }) => time < from || time >= from + 1_000);
    },
  },
  ...kinds.map(
    (kind): Damage => ({
      name: `no packet is of the kind ${kind}`,
      apply: (packets) => packets.filter(({ name }) => name !== kind),
    }),
  ),
  {
    name: 'a fifth of the packets is lost',
    apply: (packets, random) => packets.filter((packet) => isResult(packet) || !random.chance(0.2)),
  },
  {
    name: 'the last seconds are lost, with the result',
    apply: (packets, random) => {
      const to = durationOf(packets) - random.integer(0, 30_000);
      return packets.filter(({ time }) => time < to);
    },
  },
  {
    name: 'the last seconds are lost before the result',
    apply: (packets, random) => {
      const to = durationOf(packets) - random.integer(0, 30_000);
      return packets.filter((packet) => packet.time < to || isResult(packet));
    },
  },
  {
    name: 'a start is sent before the result',
    apply: (packets) => {
      const start = packets.find(isStart);
      if (start === undefined) return packets;
      return packets.flatMap((packet) => (isResult(packet) ? [{ ...start, time: packet.time }, packet] : packet));
    },
  },
  {
    name: 'the last session packets are empty',
    apply: (packets) =>
      packets.map((packet) =>
        packet.name === 'session' && packet.time > durationOf(packets) - 3_000
          ? changed(packet, (sent) =>
              sent.name === 'session'
                ? { ...sent, body: { ...sent.body, trackId: 0, sessionType: 0, totalLaps: 0, trackLength: 0 } }
                : sent,
            )
          : packet,
      ),
  },
  {
    name: 'the result is sent again',
    apply: (packets) => {
      const results = packets.filter(isResult);
      return [
        ...packets,
        ...results.map((packet) => ({ ...packet, time: packet.time + 100 })),
        ...results.map((packet) => ({ ...packet, time: packet.time + 3_000 })),
      ];
    },
  },
  {
    name: 'a driver leaves and comes back',
    apply: (packets, random) => {
      const car = random.integer(0, 21);
      const from = random.integer(10_000, Math.floor(durationOf(packets) / 2));
      const to = from + random.integer(500, 10_000);
      return packets.map((packet) => {
        if (packet.time < from || packet.time >= to) return packet;
        if (packet.name === 'lapData') return changed(packet, (sent) => withoutCar(sent, car));
        return packet;
      });
    },
  },
];

function withoutCar(sent: Packet, car: number): Packet {
  if (sent.name !== 'lapData') return sent;
  const lapData = sent.body.lapData.map((data, index) => (index === car ? { ...data, resultStatus: 1 } : data));
  return { ...sent, body: { ...sent.body, lapData } };
}

/** Packets of a race that begins again, under the id of the one before, so long after its last packet in ms. */
export function again(before: readonly NamedPacket[], packets: readonly NamedPacket[], pause: number): NamedPacket[] {
  const [first] = before;
  if (first === undefined) return [...packets];
  const last = frameOf(before.at(-1) ?? first);
  const { uid } = headOf(first);
  const from = durationOf(before) + pause;
  return packets.map((packet) => {
    const moved = changed(packet, (sent) => {
      const overallFrameIdentifier = sent.header.overallFrameIdentifier + last + Math.round(pause / 16);
      return { ...sent, header: { ...sent.header, sessionUID: uid, overallFrameIdentifier } };
    });
    return { ...moved, time: packet.time + from };
  });
}

function headOf({ datagram }: NamedPacket): { readonly uid: bigint; readonly frame: number } {
  const identified = identify(datagram);
  if (isRejected(identified)) throw new Error(identified.message);
  return { uid: identified.header.sessionUID, frame: identified.header.overallFrameIdentifier };
}

function frameOf(packet: NamedPacket): number {
  return headOf(packet).frame;
}
