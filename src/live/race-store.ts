import type { LiveDocument } from '#contract/live/document';
import type { FrameDecoder } from '#contract/live/frame-decoder';
import { createShortBuffer, type RaceBuffer, type RaceEntry, type TimedEntry } from './race-buffer.ts';
import { RaceDocument } from './race-document.ts';
import { createRaceViews, type RaceView } from './race-view.ts';

export interface RaceState {
  /** Null before the first snapshot is shown. */
  readonly view: RaceView | null;
  /** The view has all of the race: its first picture may lack what a tower does not show. */
  readonly isWhole: boolean;
  /** The time of the shown state, in ms since 1970 by the server's clock; null before the first. */
  readonly asOf: number | null;
  /** Seconds until the picture begins or goes on, while the delay of this device fills up; null otherwise. */
  readonly waiting: number | null;
  /** All that arrived is shown. */
  readonly isDrained: boolean;
  readonly isPaused: boolean;
  /** Set once the end of the session is shown; its stored session is null where there is none. */
  readonly ended: { readonly sessionId: string | null } | null;
}

/** Time and frames of the browser, or of a test; in ms. */
export interface Clock {
  readonly now: () => number;
  readonly setTimer: (work: () => void, delay: number) => () => void;
  readonly requestFrame: (work: () => void) => void;
}

/** The screen is drawn every 100 ms at most, on average: messages that come every 100 ms come a little early or late. */
const drawInterval = 100;
const drawTolerance = 40;
/** A wait is worth a word from this time on. */
const notableWait = 1_500;

/**
 * One race outside of React. Data is applied after the delay of this device, and drawn on an animation frame, at most ten
 * times a second and never while it is paused: meanwhile it goes on underneath.
 */
export class RaceStore {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  readonly #makeView = createRaceViews();
  #delay: number;
  #buffer: RaceBuffer;
  /** Due, and still without a decoder of frames. */
  readonly #due: TimedEntry[] = [];
  readonly #document = new RaceDocument();
  readonly #onUnreadable: () => void;
  #dataAt: number | null = null;
  #ended: RaceState['ended'] = null;
  #serverOffset: number | null = null;
  #state: RaceState = {
    view: null,
    isWhole: false,
    asOf: null,
    waiting: null,
    isDrained: true,
    isPaused: false,
    ended: null,
  };
  #drawn: Partial<LiveDocument> | null = null;
  /** When the next picture is due. */
  #drawAt = Number.NEGATIVE_INFINITY;
  #isDrawing = false;
  #stopTimer: (() => void) | null = null;

  /** `delay` in ms; `onUnreadable` is called for data that cannot be read, until a snapshot comes. */
  constructor(clock: Clock, delay: number, onUnreadable: () => void) {
    this.#clock = clock;
    this.#delay = delay;
    this.#onUnreadable = onUnreadable;
    this.#buffer = createShortBuffer(onUnreadable);
  }

  /** In ms. */
  get delay(): number {
    return this.#delay;
  }

  /** When the shown data arrived, in ms of the clock; null before the first. */
  get shownAt(): number | null {
    return this.#dataAt;
  }

  /** The server's time at 0 of the clock; null before it is known. */
  get serverOffset(): number | null {
    return this.#serverOffset;
  }

  /** The document that is shown now, or would be if it were not paused. */
  get document(): Partial<LiveDocument> | null {
    // The server validates the result of its changes.
    return this.#document.tree as Partial<LiveDocument> | null;
  }

  readonly state = (): RaceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#release();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopTimer?.();
      this.#stopTimer = null;
    };
  };

  /** The server's time in ms since 1970, now. The device's own clock may be wrong, or be set meanwhile. */
  setServerTime(time: number): void {
    this.#serverOffset = time - this.#clock.now();
  }

  /** The server's time now, in ms since 1970; null before it is known. */
  serverTime(): number | null {
    return this.#serverOffset === null ? null : this.#clock.now() + this.#serverOffset;
  }

  /** The last document that arrived, and when, in ms since 1970 by the server's clock. */
  newest(): { readonly at: number; readonly document: Partial<LiveDocument> } | null {
    const { document } = this;
    const shown = document === null || this.#dataAt === null ? null : { at: this.#dataAt, document };
    const found = this.#buffer.newest() ?? shown;
    return found === null || this.#serverOffset === null ? null : { ...found, at: found.at + this.#serverOffset };
  }

  readonly accept = (entry: RaceEntry): void => {
    this.#buffer.push({ at: this.#clock.now(), entry });
    this.#release();
  };

  /** Goes on with another buffer, which gets the shown document and what waits; null for the short one of the store. */
  setBuffer(make: ((shown: RaceDocument, at: number | null) => RaceBuffer) | null): void {
    const waiting = [...this.#due.splice(0), ...this.#buffer.take(Number.POSITIVE_INFINITY)];
    this.#buffer = make?.(this.#document, this.#dataAt) ?? createShortBuffer(this.#onUnreadable);
    for (const timed of waiting) this.#buffer.push(timed);
    this.#release();
  }

  /** Shows data of an earlier page, without a wait. */
  restore(entries: readonly TimedEntry[]): void {
    this.#due.push(...entries);
    this.#release();
  }

  /** Frames that came before wait for their decoder; null where it cannot be loaded. */
  setDecoder(decoder: FrameDecoder | null): void {
    this.#document.setDecoder(decoder);
    this.#release();
  }

  /** Shows the race later, or sooner; in ms. */
  setDelay(delay: number): void {
    this.#delay = delay;
    this.#release();
  }

  /** Holds the picture. */
  setPaused(isPaused: boolean): void {
    if (this.#state.isPaused === isPaused) return;
    this.#draw(isPaused);
  }

  #release(): void {
    this.#due.push(...this.#buffer.take(this.#clock.now() - this.#delay));
    while (this.#due[0] !== undefined) {
      const { at, entry } = this.#due[0];
      if (entry.type === 'frame' && !this.#document.takesFrames) break;
      this.#due.shift();
      this.#apply(entry, at);
    }
    this.#scheduleDraw();
    if (this.#nextAt() === null || this.#stopTimer !== null || this.#listeners.size === 0) return;
    this.#stopTimer = this.#clock.setTimer(() => {
      this.#stopTimer = null;
      this.#release();
    }, drawInterval);
  }

  #nextAt(): number | null {
    return this.#due[0]?.at ?? this.#buffer.nextAt();
  }

  #apply(entry: RaceEntry, at: number): void {
    this.#dataAt = at;
    if (entry.type === 'ended') this.#ended = { sessionId: entry.sessionId };
    else if (!this.#document.apply(entry)) this.#onUnreadable();
  }

  #scheduleDraw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    const onFrame = () =>
      this.#clock.requestFrame(() => {
        this.#isDrawing = false;
        this.#draw(this.#state.isPaused);
      });
    const rest = this.#drawAt - this.#clock.now();
    // A message that is a little early is drawn at once: a timer for each would cost more.
    if (rest <= drawTolerance) onFrame();
    else this.#clock.setTimer(onFrame, rest);
  }

  #draw(isPaused: boolean): void {
    const now = this.#clock.now();
    this.#drawAt = Math.min(Math.max(this.#drawAt, now), now + drawTolerance) + drawInterval;
    const { view, asOf } = this.#state;
    const { isWhole } = this.#document;
    // A pause keeps picture and time, and the rest of the first snapshot is of that time; the end of the race ends it.
    const isHeld = isPaused && this.#state.isPaused && this.#ended === null && this.#state.isWhole === isWhole;
    const document = isHeld ? this.#drawn : this.document;
    const isNew = document !== null && document !== this.#drawn;
    this.#drawn = document;
    const next: RaceState = {
      view: isNew ? this.#makeView(document) : view,
      isWhole,
      asOf: isHeld || this.#dataAt === null ? asOf : this.#dataAt + (this.#serverOffset ?? 0),
      waiting: this.#waitingSeconds(),
      isDrained: this.#nextAt() === null,
      isPaused: isPaused && this.#ended === null,
      ended: this.#ended,
    };
    if (isSame(next, this.#state)) return;
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }

  #waitingSeconds(): number | null {
    const next = this.#nextAt();
    const rest = next === null ? 0 : next + this.#delay - this.#clock.now();
    return rest < notableWait ? null : Math.ceil(rest / 1_000);
  }
}

/** Calls the listener once, when the end of the session is shown. Returns how to stop. */
export function watchEnd(store: RaceStore, onEnd: (sessionId: string | null) => void): () => void {
  const stop = store.subscribe(() => {
    const { ended } = store.state();
    if (ended === null) return;
    stop();
    onEnd(ended.sessionId);
  });
  return stop;
}

function isSame(one: RaceState, other: RaceState): boolean {
  return (Object.keys(one) as (keyof RaceState)[]).every((key) => one[key] === other[key]);
}
