import type { ViewerMessage } from '#contract/live/viewer-messages';
import type { RaceData } from './race-document.ts';

/** The treatment of a message: apply it, drop a repeated one, or report a gap. */
type Verdict = 'apply' | 'drop' | 'gap';

/** Where a viewer is in the stream of a live session, over all its connections. */
export class StreamPosition {
  /** How changes are asked for. */
  format: 'binary' | 'json' = 'binary';
  #epoch: number | null = null;
  #seq = 0;
  /** The number of the last change when the connection was opened. */
  #target = 0;
  #hasSnapshot = false;
  /** The rest of the snapshot is missing. */
  #isPart = false;

  /** Sent as `since`; undefined before the first whole snapshot. */
  get since(): string | undefined {
    return this.#hasSnapshot && !this.#isPart ? `${this.#epoch}.${this.#seq}` : undefined;
  }

  /** Whether the viewer has all that the server has sent. */
  get isInStep(): boolean {
    return this.#hasSnapshot && this.#seq >= this.#target;
  }

  /** Numbers count within an epoch: another one begins with a snapshot. */
  handshake({ epoch, seq }: Extract<ViewerMessage, { type: 'hello' }>): void {
    if (epoch !== this.#epoch || seq < this.#seq) this.#hasSnapshot = false;
    this.#epoch = epoch;
    this.#target = seq;
  }

  /** The epoch of the last connection; null before the first. */
  get epoch(): number | null {
    return this.#epoch;
  }

  /** Discards the applied state: a snapshot must follow. */
  reset(): void {
    this.#hasSnapshot = false;
  }

  /** Decides what to do with data. */
  receive(data: RaceData): Verdict {
    const { type, seq } = data;
    if (this.#hasSnapshot && seq <= this.#seq && !(type === 'snapshot' && seq === this.#seq)) return 'drop';
    if (type !== 'snapshot' && (!this.#hasSnapshot || this.#isPart || seq !== this.#seq + 1)) {
      if (this.#hasSnapshot) this.#target = Math.max(this.#target, seq);
      return 'gap';
    }
    this.#hasSnapshot = true;
    this.#isPart = type === 'snapshot' && data.isPart === true;
    this.#seq = seq;
    return 'apply';
  }
}
