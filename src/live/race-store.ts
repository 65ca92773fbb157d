import type { LiveDocument } from '#contract/live/document';
import type { FrameDecoder } from '#contract/live/frame-decoder';
import { type RaceData, RaceDocument } from './race-document.ts';
import { createRaceViews, type RaceView } from './race-view.ts';

/** Data of the race, and its end. */
type RaceEntry = RaceData | { readonly type: 'ended'; readonly sessionId: string | null };

export interface RaceState {
  /** Null before the first snapshot is shown. */
  readonly view: RaceView | null;
  /** The view has all of the race: its first picture may lack what a tower does not show. */
  readonly isWhole: boolean;
  /** The time of the shown state as viewers without a delay saw it, in ms since 1970 by the server's clock; null before the first. */
  readonly asOf: number | null;
  /** Seconds until the picture begins or goes on, where the server has none that is old enough for the delay; null otherwise. */
  readonly waiting: number | null;
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
/** The interval at which the seconds of a wait are drawn, in ms. */
const countInterval = 250;
/** The most messages that wait for the decoder; beyond it a new snapshot is asked for. */
const mostWaiting = 3_000;

/**
 * One race outside of React. Data is drawn on an animation frame, at most ten times a second and never while it is paused:
 * meanwhile it goes on underneath.
 */
export class RaceStore {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  readonly #makeView = createRaceViews();
  /** Data that waits for the decoder of frames, and when it arrived. */
  #waiting: { readonly at: number; readonly entry: RaceEntry }[] = [];
  readonly #document = new RaceDocument();
  readonly #onUnreadable: () => void;
  #dataAt: number | null = null;
  #ended: RaceState['ended'] = null;
  #serverOffset: number | null = null;
  /** How much later than others the server sends the race, in ms. */
  #delay = 0;
  /** When the picture begins, in ms of the clock; null while it is there. */
  #beginsAt: number | null = null;
  #state: RaceState = {
    view: null,
    isWhole: false,
    asOf: null,
    waiting: null,
    isPaused: false,
    ended: null,
  };
  #drawn: Partial<LiveDocument> | null = null;
  /** When the next picture is due. */
  #drawAt = Number.NEGATIVE_INFINITY;
  #isDrawing = false;
  #stopTimer: (() => void) | null = null;

  /** `onUnreadable` is called for data that cannot be read, until a snapshot comes. */
  constructor(clock: Clock, onUnreadable: () => void) {
    this.#clock = clock;
    this.#onUnreadable = onUnreadable;
  }

  /** The document that is shown now, or would be if it were not paused. */
  get document(): Partial<LiveDocument> | null {
    // The server validates the result of its changes.
    return this.#document.tree as Partial<LiveDocument> | null;
  }

  readonly state = (): RaceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#scheduleDraw();
    this.#countDown();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopTimer?.();
      this.#stopTimer = null;
    };
  };

  /**
   * A connection begins. The server's time in ms since 1970, now: the device's own clock may be wrong, or be set meanwhile. The
   * delay of the connection in ms, and when its picture begins, by the server's clock; null where it comes at once.
   */
  begin(time: number, delay: number, beginsAt: number | null): void {
    this.#serverOffset = time - this.#clock.now();
    this.#delay = delay;
    this.#beginsAt = beginsAt === null ? null : beginsAt - this.#serverOffset;
    this.#scheduleDraw();
    this.#countDown();
  }

  /** The server's time now, in ms since 1970; null before it is known. */
  serverTime(): number | null {
    return this.#serverOffset === null ? null : this.#clock.now() + this.#serverOffset;
  }

  readonly accept = (entry: RaceEntry): void => {
    if (this.#waiting.length === mostWaiting) {
      this.#waiting = this.#waiting.filter((waiting) => waiting.entry.type === 'ended');
      this.#onUnreadable();
    }
    this.#waiting.push({ at: this.#clock.now(), entry });
    this.#release();
  };

  /** Frames that came before wait for their decoder; null where it cannot be loaded. */
  setDecoder(decoder: FrameDecoder | null): void {
    this.#document.setDecoder(decoder);
    this.#release();
  }

  /** Holds the picture. */
  setPaused(isPaused: boolean): void {
    if (this.#state.isPaused === isPaused) return;
    this.#draw(isPaused);
  }

  #release(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || (next.entry.type === 'frame' && !this.#document.takesFrames)) break;
      this.#waiting.shift();
      this.#apply(next.entry, next.at);
    }
    this.#scheduleDraw();
  }

  #apply(entry: RaceEntry, at: number): void {
    this.#dataAt = at - this.#delay;
    this.#beginsAt = null;
    if (entry.type === 'ended') this.#ended = { sessionId: entry.sessionId };
    else if (!this.#document.apply(entry)) this.#onUnreadable();
  }

  /** Draws the seconds until the picture begins. */
  #countDown(): void {
    if (this.#waitingSeconds() === null || this.#stopTimer !== null || this.#listeners.size === 0) return;
    this.#stopTimer = this.#clock.setTimer(() => {
      this.#stopTimer = null;
      this.#scheduleDraw();
      this.#countDown();
    }, countInterval);
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
      isPaused: isPaused && this.#ended === null,
      ended: this.#ended,
    };
    if (isSame(next, this.#state)) return;
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }

  #waitingSeconds(): number | null {
    const rest = this.#beginsAt === null ? 0 : this.#beginsAt - this.#clock.now();
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
