import type { Registration } from './registration.ts';

/** A live race that is read from elsewhere for its viewers here. */
interface Openable {
  readonly registration: Registration;
  readonly viewers: number;
  readonly tick: (now: number) => void;
  readonly close: (reason: 'restarting' | 'forbidden') => void;
}

interface Opened<Race> {
  readonly liveRace: Race;
  usedAt: number;
}

/** A live race without viewers here stays open for this long, in ms. */
const idleTime = 60_000;

/** Live races that this process does not hold, opened once for all who ask for them at the same time. */
export class OpenedRaces<Race extends Openable> {
  readonly #open: (id: string) => Promise<Race | null>;
  readonly #now: () => number;
  readonly #onEvict: (id: string) => void;
  readonly #opening = new Map<string, Promise<Opened<Race> | null>>();
  readonly #opened = new Map<string, Opened<Race>>();

  constructor(
    now: () => number,
    open: (id: string) => Promise<Race | null>,
    onEvict: (id: string) => void = () => undefined,
  ) {
    this.#now = now;
    this.#open = open;
    this.#onEvict = onEvict;
  }

  /** Not within a transaction: it would wait for the others who ask, and they for its connection to the database. */
  async locate(id: string): Promise<Race | null> {
    const opening = this.#opening.get(id) ?? this.#add(id);
    this.#opening.set(id, opening);
    const opened = await opening.catch((error: unknown) => {
      this.#opening.delete(id);
      throw error;
    });
    if (opened === null) this.#opening.delete(id);
    else opened.usedAt = this.#now();
    return opened?.liveRace ?? null;
  }

  async #add(id: string): Promise<Opened<Race> | null> {
    const liveRace = await this.#open(id);
    if (liveRace === null) return null;
    const opened = { liveRace, usedAt: this.#now() };
    this.#opened.set(id, opened);
    return opened;
  }

  /** A live race that is open. */
  find(id: string): Race | null {
    return this.#opened.get(id)?.liveRace ?? null;
  }

  /** Closes the connections of a live race. */
  end(id: string, reason: 'restarting' | 'forbidden'): void {
    this.find(id)?.close(reason);
    this.#evict(id);
  }

  /** Removes the live races of a user. */
  removeUser(userId: string): void {
    for (const [id, { liveRace }] of this.#opened)
      if (liveRace.registration.userId === userId) this.end(id, 'restarting');
  }

  #evict(id: string): void {
    this.#onEvict(id);
    this.#opened.delete(id);
    this.#opening.delete(id);
  }

  tick(now: number): void {
    for (const [id, opened] of this.#opened) {
      opened.liveRace.tick(now);
      if (opened.liveRace.viewers > 0) opened.usedAt = now;
      else if (now - opened.usedAt > idleTime) this.#evict(id);
    }
  }

  /** Closes the connections of viewers, because the server stops. */
  close(): void {
    for (const { liveRace } of this.#opened.values()) liveRace.close('restarting');
  }
}
