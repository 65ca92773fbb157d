import type { Packet } from '../game/packet.ts';

/** The largest gap between frames that counts as loss; a longer one is a pause or a cut. */
const longestGap = 600;

/**
 * Leaves out packets that come after a later one of their kind, and estimates how many were lost: the game sends lap data at
 * a steady rate, which is the smallest step between its frames.
 */
export class FrameOrder {
  readonly #last = new Map<string, number>();
  #step: number | null = null;
  #lost = 0;

  /** Packets of lap data that were not received. */
  get lost(): number {
    return this.#lost;
  }

  /** Whether a packet is to be taken. Events are always, because each is sent once. */
  accepts(packet: Packet): boolean {
    if (packet.name === 'event' || packet.name === 'finalClassification') return true;
    const key = packet.name === 'sessionHistory' ? `history ${packet.body.carIdx}` : packet.name;
    const frame = packet.header.overallFrameIdentifier;
    const before = this.#last.get(key);
    if (before !== undefined && frame < before) return false;
    this.#last.set(key, frame);
    if (packet.name === 'lapData' && before !== undefined) this.#count(frame - before);
    return true;
  }

  #count(step: number): void {
    if (step <= 0 || step > longestGap) return;
    this.#step = Math.min(this.#step ?? step, step);
    this.#lost += Math.round(step / this.#step) - 1;
  }
}
