import type { EventCode } from '../game/events.ts';
import type { Packet, PacketBody } from '../game/packet.ts';
import { statusFields } from '../session/recorded-packets.ts';
import type { ReceivedPacket } from '../session/session-tracker.ts';

type LapData = PacketBody<'lapData'>['lapData'][number];

/** Packets whose content changes all the time are written at least this often, in ms. */
const interval = 5_000;
const minute = 60_000;
/** Events that say nothing about a session. */
const unused: ReadonlySet<EventCode | 'unknown'> = new Set(['BUTN', 'DRSD', 'DRSE', 'SPTP', 'STLG', 'TMPT', 'unknown']);

/**
 * Chooses the packets from which a session can be rebuilt: each one that changes the recorded data, and the state of
 * the cars right before it. That keeps about one of 60 lap data packets a second.
 */
export class PacketSelection {
  readonly #fingerprints = new Map<string, string>();
  readonly #writtenAt = new Map<string, number>();
  /** The last lap data, while it is not written. */
  #lapData: ReceivedPacket | null = null;

  /** The packets to write: this one with the lap data before it, or none. */
  select(received: ReceivedPacket): readonly ReceivedPacket[] {
    const { packet, receivedAt } = received;
    const fingerprint = fingerprintOf(received);
    if (fingerprint === null) return [];
    const key = packet.name === 'sessionHistory' ? `history ${packet.body.carIdx}` : packet.name;
    const isDue = receivedAt - (this.#writtenAt.get(key) ?? Number.NEGATIVE_INFINITY) >= interval;
    const isNew = this.#fingerprints.get(key) !== fingerprint;
    // A history is exact and repeated: once is enough.
    if (!isNew && !(isDue && (packet.name === 'lapData' || packet.name === 'session'))) {
      if (packet.name === 'lapData') this.#lapData = received;
      return [];
    }
    this.#fingerprints.set(key, fingerprint);
    this.#writtenAt.set(key, receivedAt);
    const before = this.#lapData;
    if (packet.name !== 'lapData' && packet.name !== 'event') return [received];
    this.#lapData = null;
    return before === null ? [received] : [before, received];
  }
}

/** The recorded part of a packet; null without one. */
function fingerprintOf({ packet, datagram }: ReceivedPacket): string | null {
  switch (packet.name) {
    case 'lapData':
      return packet.body.lapData.map(stateOf).join(';');
    case 'session':
      return conditionsOf(packet);
    case 'carStatus':
      return packet.body.carStatusData.map((car) => statusFields.map((field) => car[field]).join()).join(';');
    case 'event':
      return unused.has(packet.body.code) ? null : `${packet.header.overallFrameIdentifier} ${bodyOf(datagram)}`;
    case 'participants':
    case 'sessionHistory':
    case 'finalClassification':
      return bodyOf(datagram);
    case 'motion':
      return null;
  }
}

/** The lap data of a car without its position along the track. */
function stateOf(car: LapData): string {
  return [
    car.currentLapNum,
    car.resultStatus,
    car.carPosition,
    car.pitStatus,
    car.numPitStops,
    car.driverStatus,
    car.lastLapTimeInMS,
    car.sector1TimeMSPart,
    car.sector2TimeMSPart,
    car.currentLapInvalid,
    car.penalties,
    car.totalWarnings,
    car.cornerCuttingWarnings,
    car.gridPosition,
  ].join();
}

/** A minute has one sample of the weather. */
function conditionsOf({ header, body }: Extract<Packet, { readonly name: 'session' }>): string {
  const { marshalZones, weatherForecastSamples: _, sessionTimeLeft: __, timeOfDay: ___, ...conditions } = body;
  const flags = marshalZones.map(({ zoneFlag }) => zoneFlag).join();
  return `${Math.floor((header.sessionTime * 1_000) / minute)} ${flags} ${JSON.stringify(conditions)}`;
}

const headerSize = 29;

function bodyOf(datagram: Uint8Array): string {
  return Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength).toString('latin1', headerSize);
}
