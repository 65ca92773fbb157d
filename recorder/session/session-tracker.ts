import { identify, isRejected, type PacketName, type RejectionKind, readPacket } from '../game/packet.ts';
import { type RecordedPacket, recordedPackets } from './recorded-packets.ts';
import { SessionRecord } from './session-record.ts';

const recorded: ReadonlySet<PacketName> = new Set(recordedPackets);

/** The number of former sessions that are remembered: their packets may come late, or they may go on. */
const remembered = 16;
/** A session is the one that runs for so long after its last packet: one packet of another is no new session yet, in ms. */
const activeFor = 2_000;
/** The number of packets from another session that start it while one runs. */
const packetsToBegin = 3;
/** Packets that were sent before the result may come after it for so long, in ms. */
const resultGrace = 1_000;
/** After the end the game sends its result within this time, or none, in ms. */
const endGrace = 30_000;
/** Packets of a moment that the game may have gone to; it is known long before there are so many. */
const maxHeld = 500;
/** Without packets for so long a session is over; it goes on when they come again, in ms. */
const longestSilence = 600_000;

/** Packets received, by outcome. */
export interface Reception {
  readonly received: number;
  /** By packet format. */
  readonly formats: ReadonlyMap<number, number>;
  /** By why they were rejected. */
  readonly rejected: Readonly<Record<RejectionKind, number>>;
  /** The advice for the last rejected packet, or null. */
  readonly lastRejection: string | null;
  /** Packets of a session other than the running one: two games send to this port. */
  readonly ofOthers: number;
  /** An estimate, of the packets that the game sends in each frame. */
  readonly lost: number;
}

/** A packet as it was received. */
export interface ReceivedPacket {
  readonly packet: RecordedPacket;
  readonly datagram: Uint8Array;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

interface TrackerOptions {
  /** A session begins, goes on after a silence, or begins again from its start. */
  readonly onStart: (session: SessionRecord) => void;
  /** The session has taken a packet. */
  readonly onPacket: (session: SessionRecord, packet: ReceivedPacket) => void;
  /** The session is over: the game has sent its result, has begun another one, or is silent. */
  readonly onEnd: (session: SessionRecord) => void;
}

/**
 * Divides the packets of the game into sessions. A datagram never throws: what is not a packet of the game is counted.
 * Packets without a session, such as those of a lobby, neither begin nor end one.
 */
export class SessionTracker {
  readonly #options: TrackerOptions;
  /** Sessions that are over, the last one last. */
  readonly #former = new Map<bigint, SessionRecord>();
  #current: SessionRecord | null = null;
  #activeAt = Number.NEGATIVE_INFINITY;
  /** Packets of a session that may begin while another one runs. */
  #pending: ReceivedPacket[] = [];
  /** Packets of a moment that the session may have gone back to. */
  #held: ReceivedPacket[] = [];
  #received = 0;
  readonly #formats = new Map<number, number>();
  readonly #rejected = { foreign: 0, format: 0, packet: 0, size: 0 };
  #lastRejection: string | null = null;
  #ofOthers = 0;
  #lostBefore = 0;

  constructor(options: TrackerOptions) {
    this.#options = options;
  }

  /** The session that runs, or null. */
  get session(): SessionRecord | null {
    return this.#current;
  }

  reception(): Reception {
    return {
      received: this.#received,
      formats: new Map(this.#formats),
      rejected: { ...this.#rejected },
      lastRejection: this.#lastRejection,
      ofOthers: this.#ofOthers,
      lost: this.#lostBefore + (this.#current?.packetsLost ?? 0),
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
    const { packetFormat, sessionUID } = identified.header;
    this.#received += 1;
    this.#formats.set(packetFormat, (this.#formats.get(packetFormat) ?? 0) + 1);
    if (!recorded.has(identified.name) || sessionUID === 0n) return;
    this.advance(receivedAt);
    // Its name is one of them.
    const packet = readPacket(datagram, identified) as RecordedPacket;
    this.#follow({ packet, datagram, receivedAt });
  }

  /** Ends a session whose result has come, or that is silent. `now` in ms since 1970. */
  advance(now: number): void {
    const session = this.#current;
    if (session === null) return;
    const silence = now - this.#activeAt;
    const longest = session.isClassified ? resultGrace : session.hasEnded ? endGrace : longestSilence;
    if (silence > longest) this.end();
  }

  /** Ends the session that runs, such as when a recording is over. */
  end(): void {
    const session = this.#current;
    if (session === null) return;
    this.#current = null;
    session.close();
    this.#lostBefore += session.packetsLost;
    this.#former.delete(session.gameSession);
    this.#former.set(session.gameSession, session);
    for (const gameSession of this.#former.keys()) if (this.#former.size > remembered) this.#former.delete(gameSession);
    this.#options.onEnd(session);
  }

  #follow(received: ReceivedPacket): void {
    const { sessionUID } = received.packet.header;
    if (this.#current?.gameSession === sessionUID) this.#record(received);
    else if (this.#former.has(sessionUID)) this.#followFormer(received);
    else if (this.#isActive(received)) this.#collectPending(received);
    else this.#begin([received]);
  }

  #isActive({ receivedAt }: ReceivedPacket): boolean {
    return this.#current !== null && !this.#current.isClassified && receivedAt - this.#activeAt < activeFor;
  }

  /** Packets of another session while one runs: the game has begun a new one, or something else sends here. */
  #collectPending(received: ReceivedPacket): void {
    const gameSession = received.packet.header.sessionUID;
    if (this.#pending[0]?.packet.header.sessionUID !== gameSession) this.#pending = [];
    this.#pending.push(received);
    if (this.#pending.length >= packetsToBegin) this.#begin(this.#pending);
  }

  /** A former session goes on, or begins again, when nothing else runs; one with a result only begins again. */
  #followFormer(received: ReceivedPacket): void {
    const session = this.#former.get(received.packet.header.sessionUID);
    if (session === undefined) return;
    if (this.#isActive(received)) {
      this.#ofOthers += 1;
      return;
    }
    const arrival = session.arrivalOf(received.packet);
    if (arrival === 'held') this.#hold(received);
    else if (arrival === 'restarted') this.#begin(this.#release(received));
    else if (!session.isClassified && arrival !== 'late') this.#goOn(session, received);
  }

  #goOn(session: SessionRecord, received: ReceivedPacket): void {
    this.end();
    this.#former.delete(session.gameSession);
    this.#lostBefore -= session.packetsLost;
    this.#current = session;
    this.#options.onStart(session);
    this.#record(received);
  }

  #hold(received: ReceivedPacket): void {
    const [first] = this.#held;
    if (first !== undefined && first.packet.header.sessionUID !== received.packet.header.sessionUID) this.#held = [];
    if (this.#held.length < maxHeld) this.#held.push(received);
  }

  /** Returns the held packets, and the one after them. */
  #release(received: ReceivedPacket): ReceivedPacket[] {
    const released = [...this.#held, received];
    this.#held = [];
    return released;
  }

  #begin(packets: readonly ReceivedPacket[]): void {
    const [first] = packets;
    if (first === undefined) return;
    this.end();
    this.#pending = [];
    this.#start(first);
    for (const received of packets) this.#record(received);
  }

  #start({ packet, receivedAt }: ReceivedPacket): void {
    this.#current = new SessionRecord(packet, receivedAt);
    this.#activeAt = receivedAt;
    this.#options.onStart(this.#current);
  }

  #record(received: ReceivedPacket): void {
    const { packet, receivedAt } = received;
    const session = this.#current;
    if (session === null || this.#isOfFormer(session, received)) return;
    const arrival = session.follow(packet, receivedAt);
    if (arrival === 'late') return;
    if (arrival === 'held') {
      this.#hold(received);
      return;
    }
    if (arrival === 'restarted') {
      this.#restart(session, this.#release(received));
      return;
    }
    const held = this.#held;
    if (packet.name !== 'event') this.#held = [];
    if (!session.isClassified || packet.name === 'finalClassification') this.#activeAt = receivedAt;
    this.#options.onPacket(session, received);
    if (arrival === 'rewound') for (const one of held) this.#record(one);
  }

  /** Laps driven before stay in a session of their own. */
  #restart(session: SessionRecord, packets: readonly ReceivedPacket[]): void {
    const [first] = packets;
    if (first === undefined) return;
    if (session.hasContent) this.end();
    this.#start(first);
    for (const received of packets) this.#record(received);
  }

  /** The result of a session that seemed to have begun again right before it, or one that comes twice. */
  #isOfFormer(session: SessionRecord, received: ReceivedPacket): boolean {
    const former = this.#former.get(session.gameSession);
    const { packet } = received;
    if (packet.name !== 'finalClassification' || former === undefined) return false;
    if (former.isClassified) return !session.hasContent || former.hasResult(packet.body);
    if (session.hasContent) return false;
    this.end();
    this.#goOn(former, received);
    return true;
  }
}
