import type { Tree } from '#contract/live/merge-patch';

/** The state that viewers see from one point in time on. */
export interface Moment {
  /** In ms since 1970. */
  readonly at: number;
  readonly epoch: number;
  readonly document: Tree | null;
  /** When the recorder last sent anything. */
  readonly dataAt: number | null;
  /** Set once the live race has ended; its stored session is null when nothing could be stored. */
  readonly ended: { readonly sessionId: string | null } | null;
}

/** Holds moments back until the delay of the live race is over. */
export class Timeline {
  /** In ms. */
  delay: number;
  readonly #waiting: Moment[] = [];
  #shown: Moment;

  constructor(delay: number, first: Moment) {
    this.delay = delay;
    this.#shown = first;
  }

  get shown(): Moment {
    return this.#shown;
  }

  push(moment: Moment): void {
    this.#waiting.push(moment);
  }

  /** Shows due moments. Returns the time that viewers see, in ms since 1970. */
  advance(now: number): number {
    const time = now - this.delay;
    while (this.#waiting[0] !== undefined && this.#waiting[0].at <= time) {
      this.#shown = this.#waiting.shift() ?? this.#shown;
    }
    return time;
  }
}
