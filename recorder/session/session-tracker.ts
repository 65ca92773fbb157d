import { identify, isRejected, type Packet, type PacketName, type RejectionKind, readPacket } from '../game/packet.ts';
import { FrameOrder } from './frame-order.ts';
import { SessionRecord } from './session-record.ts';

/** The packets that sessions are made of; the others are counted and not read. */
const needed: ReadonlySet<PacketName> = new Set([
  'session',
  'lapData',
  'motion',
  'carStatus',
  'participants',
  'sessionHistory',
  'finalClassification',
  'event',
]);

/** Packets of so many former sessions are still recognized, and left out. */
const remembered = 32;

/** What was received, in packets. */
export interface Reception {
  readonly received: number;
  /** By why they were rejected. */
  readonly rejected: Readonly<Record<RejectionKind, number>>;
  /** An estimate from the frames of the packets that the game sends in each frame. */
  readonly lost: number;
  /** What the last rejected packet needs, or null. */
  readonly lastRejection: string | null;
  /** The format of the last packet, or null. */
  readonly format: number | null;
}

interface TrackerOptions {
  /** A session has begun. */
  readonly onStart: (session: SessionRecord) => void;
  /** The session has changed. */
  readonly onChange: (session: SessionRecord) => void;
  /** The session is over: the game has sent its result, or has begun another one. */
  readonly onEnd: (session: SessionRecord) => void;
}

/**
 * Divides the packets of the game into sessions. A datagram never throws: what is not a packet of the game is counted.
 * Packets without a session, such as those of a lobby, neither begin nor end one.
 */
export class SessionTracker {
  readonly #options: TrackerOptions;
  readonly #ended = new Set<bigint>();
  #current: { readonly record: SessionRecord; readonly order: FrameOrder } | null = null;
  #received = 0;
  #lostBefore = 0;
  readonly #rejected = { foreign: 0, format: 0, packet: 0, size: 0 };
  #lastRejection: string | null = null;
  #format: number | null = null;

  constructor(options: TrackerOptions) {
    this.#options = options;
  }

  /** The session that runs, or null. */
  get session(): SessionRecord | null {
    return this.#current?.record ?? null;
  }

  reception(): Reception {
    return {
      received: this.#received,
      rejected: { ...this.#rejected },
      lost: this.#lostBefore + (this.#current?.order.lost ?? 0),
      lastRejection: this.#lastRejection,
      format: this.#format,
    };
  }

  /** Takes a datagram that was received at `receivedAt`, in ms since 1970. */
  receive(datagram: Uint8Array, receivedAt: number): void {
    const identified = identify(datagram);
    if (isRejected(identified)) {
      this.#rejected[identified.kind] += 1;
      this.#lastRejection = identified.message;
      return;
    }
    this.#received += 1;
    this.#format = identified.header.packetFormat;
    if (!needed.has(identified.name) || identified.header.sessionUID === 0n) return;
    this.#follow(readPacket(datagram, identified), receivedAt);
  }

  /** Ends the session that runs, such as when the recorder stops. */
  end(): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    this.#lostBefore += current.order.lost;
    this.#ended.add(current.record.uid);
    for (const uid of this.#ended) if (this.#ended.size > remembered) this.#ended.delete(uid);
    this.#options.onEnd(current.record);
  }

  #follow(packet: Packet, receivedAt: number): void {
    const uid = packet.header.sessionUID;
    if (this.#current?.record.uid !== uid) {
      // A packet of the session before may come late.
      if (this.#ended.has(uid)) return;
      this.end();
      this.#current = { record: new SessionRecord(packet, receivedAt), order: new FrameOrder() };
      this.#options.onStart(this.#current.record);
    }
    const { record, order } = this.#current;
    if (!order.accepts(packet)) return;
    record.follow(packet, receivedAt);
    this.#options.onChange(record);
    if (packet.name === 'finalClassification') this.end();
  }
}
