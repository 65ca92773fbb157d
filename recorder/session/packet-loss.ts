/** The packets that the game sends in each frame that it sends at all. */
const kinds = ['motion', 'lapData'] as const;
type Kind = (typeof kinds)[number];

/** A frame is counted once one is there that is so many frames newer: until then its packets may come late. */
const window = 30;
/** A frame that is more frames behind is not late: the game counts its frames anew. */
const longestDelay = 600;
/** Frames that are so many times further apart than usual have others between them, none of which was received. */
const gapFactor = 3;
const stepsRemembered = 31;
/** The fewest frames from which a loss can be told. */
const fewest = 100;

/** The packets of a session that have the positions of the cars. */
interface Loss {
  /** Sent by the game. */
  readonly packets: number;
  /** Not received. */
  readonly lost: number;
}

interface Frame {
  readonly kinds: Set<Kind>;
  /** Milliseconds since the start of the session. */
  readonly time: number;
}

/**
 * Estimates how many packets were lost: of each frame both kinds are received, or one is lost. Frames of which nothing came
 * are seen from the time between the others. Their numbers say nothing: the game draws more frames than it sends.
 */
export class PacketLoss {
  readonly #open = new Map<number, Frame>();
  #newest = 0;
  #counted = Number.NEGATIVE_INFINITY;
  #lastTime: number | null = null;
  #steps: number[] = [];
  #frames = 0;
  #whole = 0;
  #received = 0;
  #missed = 0;

  /** Null while it is not known: from too few frames, or where other programs pass on only some of the packets. */
  read(): Loss | null {
    if (this.#frames < fewest || this.#whole < this.#frames / 2) return null;
    const packets = kinds.length * (this.#frames + this.#missed);
    return { packets, lost: packets - this.#received };
  }

  /** `time` in ms since the start of the session. */
  follow(name: string, frame: number, time: number): void {
    const kind = kinds.find((each) => each === name);
    if (kind === undefined) return;
    if (frame < this.#newest - longestDelay) this.#startAnew();
    if (frame <= this.#counted) return;
    const open = this.#open.get(frame) ?? { kinds: new Set<Kind>(), time };
    open.kinds.add(kind);
    this.#open.set(frame, open);
    if (frame <= this.#newest) return;
    this.#newest = frame;
    for (const number of [...this.#open.keys()].sort((one, other) => one - other))
      if (number < frame - window) this.#count(number);
  }

  #count(number: number): void {
    const frame = this.#open.get(number);
    if (frame === undefined) return;
    this.#open.delete(number);
    this.#counted = number;
    this.#frames += 1;
    this.#received += frame.kinds.size;
    if (frame.kinds.size === kinds.length) this.#whole += 1;
    const step = this.#lastTime === null ? 0 : frame.time - this.#lastTime;
    this.#lastTime = frame.time;
    // The game has gone back.
    if (step <= 0) return;
    const usual = this.#usualStep();
    if (usual !== null && step > gapFactor * usual) this.#missed += Math.round(step / usual) - 1;
    this.#steps = [...this.#steps, step].slice(-stepsRemembered);
  }

  /** The mean of the middle half of the last steps in ms; null while there are too few. */
  #usualStep(): number | null {
    if (this.#steps.length < stepsRemembered) return null;
    const middle = [...this.#steps].sort((one, other) => one - other).slice(8, -8);
    return middle.reduce((sum, step) => sum + step, 0) / middle.length;
  }

  #startAnew(): void {
    this.#open.clear();
    this.#newest = 0;
    this.#counted = Number.NEGATIVE_INFINITY;
    this.#lastTime = null;
  }
}
