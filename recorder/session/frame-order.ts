import type { Packet } from '../game/packet.ts';

/** A packet that is more frames behind is not late: the game counts its frames anew. */
const longestDelay = 600;
/** The clock of a session is behind when it is so much earlier than before, in ms. */
const clockTolerance = 500;
/** So many packets of lap data in turn with an earlier time mean that the game went back. */
const packetsBehind = 3;
/** A session that goes back to before this time begins again, in ms. */
const restartTime = 10_000;

/**
 * What a packet is: the next one, one that came too late to be used, or the first one after the game went back to an
 * earlier moment or to the start.
 */
export type Arrival = 'next' | 'late' | 'rewound' | 'restarted';

/** A moment that the game went back to: what came before that frame and after that time has not happened. */
interface Floor {
  readonly frame: number;
  readonly time: number;
}

/**
 * The order of the packets of a session. Packets may come late, twice or not at all; the frame in their header counts on
 * over a flashback.
 */
export class FrameOrder {
  readonly #last = new Map<string, number>();
  #newest = 0;
  /** Of the newest lap data, in ms. */
  #time = 0;
  #behind = 0;
  #floor: Floor = { frame: 0, time: Number.POSITIVE_INFINITY };

  /** Takes a packet with its time in ms since the start of the session. */
  follow(packet: Packet, time: number): Arrival {
    if (packet.name === 'event') return this.#followEvent(packet, time);
    // Each session has one; it comes once.
    if (packet.name === 'finalClassification') return 'next';
    const frame = packet.header.overallFrameIdentifier;
    if (frame < this.#newest - longestDelay) this.#startAnew();
    const key = packet.name === 'sessionHistory' ? `history ${packet.body.carIdx}` : packet.name;
    const before = this.#last.get(key);
    if (frame < this.#floor.frame || (before !== undefined && frame < before)) return 'late';
    if (packet.name === 'lapData') {
      const arrival = this.#followClock(time);
      if (arrival === 'late') return arrival;
      this.#accept(key, frame);
      return arrival;
    }
    this.#accept(key, frame);
    return 'next';
  }

  /** Events are used although they are late, because each is sent once. */
  #followEvent({ header, body }: Extract<Packet, { readonly name: 'event' }>, time: number): Arrival {
    const frame = header.overallFrameIdentifier;
    if (body.code === 'SSTA' && time < restartTime && time < this.#time - 2 * clockTolerance) return 'restarted';
    if (body.code === 'FLBK') {
      const { flashbackSessionTime } = body.details;
      const moment = Number.isFinite(flashbackSessionTime) ? Math.max(0, flashbackSessionTime * 1_000) : 0;
      this.#floor = { frame, time: moment };
      this.#time = moment;
      return 'next';
    }
    return frame < this.#floor.frame && time > this.#floor.time ? 'late' : 'next';
  }

  #accept(key: string, frame: number): void {
    this.#last.set(key, frame);
    this.#newest = Math.max(this.#newest, frame);
  }

  /** Whether the game went back: the event that says so may be lost. */
  #followClock(time: number): Arrival {
    if (time >= this.#time - clockTolerance) {
      this.#behind = 0;
      this.#time = time;
      return 'next';
    }
    this.#behind += 1;
    if (this.#behind < packetsBehind) return 'late';
    this.#behind = 0;
    this.#time = time;
    return time < restartTime ? 'restarted' : 'rewound';
  }

  #startAnew(): void {
    this.#last.clear();
    this.#newest = 0;
    this.#floor = { frame: 0, time: Number.POSITIVE_INFINITY };
  }
}
