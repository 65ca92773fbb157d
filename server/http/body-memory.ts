/** A body that is being received, or worked on. */
interface Allotment {
  used: number;
  /** The bytes that it waits for; `grant` is called when it has them. */
  request: { readonly bytes: number; readonly grant: () => void } | null;
}

/** The memory of one body. */
export interface BodyAllotment {
  /** Calls `grant`, now or later, when there is room for so many bytes more. */
  readonly acquire: (bytes: number, grant: () => void) => void;
  /** The whole body has been received. */
  readonly complete: () => void;
  /** The body is no longer in memory. */
  readonly release: () => void;
}

/**
 * Bounds the memory of bodies. It is taken as their bytes arrive: one that is only announced takes none. When it is used up,
 * all but the oldest wait for those that are being worked on; a reserve lets the oldest always be received to its end.
 */
export class BodyMemory {
  readonly #bytes: number;
  readonly #reserve: number;
  #used = 0;
  /** Oldest first. */
  readonly #receiving = new Set<Allotment>();

  constructor({ bytes, reserve }: { readonly bytes: number; readonly reserve: number }) {
    this.#bytes = bytes;
    this.#reserve = reserve;
  }

  /** Bytes in use. */
  get used(): number {
    return this.#used;
  }

  /** Begins with a body. */
  open(): BodyAllotment {
    const allotment: Allotment = { used: 0, request: null };
    this.#receiving.add(allotment);
    const complete = () => {
      this.#receiving.delete(allotment);
      this.#serve();
    };
    return {
      acquire: (bytes, grant) => {
        allotment.request = { bytes, grant };
        this.#serve();
      },
      complete,
      release: () => {
        this.#used -= allotment.used;
        allotment.used = 0;
        allotment.request = null;
        complete();
      },
    };
  }

  #serve(): void {
    let isOldest = true;
    for (const allotment of [...this.#receiving]) {
      const room = this.#bytes + (isOldest ? this.#reserve : 0) - this.#used;
      isOldest = false;
      const { request } = allotment;
      if (request === null || request.bytes > room) continue;
      allotment.request = null;
      allotment.used += request.bytes;
      this.#used += request.bytes;
      request.grant();
    }
  }
}
