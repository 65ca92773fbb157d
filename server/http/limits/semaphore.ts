interface Waiting {
  readonly units: number;
  readonly start: () => void;
}

/** Shares a number of units among callers, in their order. */
export class Semaphore {
  #free: number;
  readonly #units: number;
  readonly #waiting: Waiting[] = [];

  constructor(units: number) {
    this.#units = units;
    this.#free = units;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether all units are free. */
  get isIdle(): boolean {
    return this.#free === this.#units && this.#waiting.length === 0;
  }

  /** Resolves to what releases the units, once; to null when they were not free in time. */
  acquire(units: number, maxWait: number): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        resolve(null);
        this.#next();
      }, maxWait);
      const entry = {
        units,
        start: () => {
          clearTimeout(timer);
          this.#free -= units;
          resolve(this.#releaseOnce(units));
        },
      };
      this.#waiting.push(entry);
      this.#next();
    });
  }

  #releaseOnce(units: number): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#free += units;
      this.#next();
    };
  }

  #next(): void {
    for (let [first] = this.#waiting; first !== undefined && first.units <= this.#free; [first] = this.#waiting) {
      this.#waiting.shift();
      first.start();
    }
  }
}
