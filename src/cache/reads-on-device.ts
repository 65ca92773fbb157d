// Long: one queue of changes, and room made in it; parted, either half would need the other.
import type { Device, Pin, ReadMark } from './database.ts';
import type { KeptRow } from './kept.ts';

/** The part of the device's room that reads may take: 200 MB, or a quarter of what the browser grants (design §6). */
const most = 200 * 1_000_000;
const share = 4;
/** What was dropped is free a while later: pauses before it is tried, in ms. Few, since what is refused leaves its own waste. */
const pauses = [150, 350, 700];
/** On a disk that stayed full nothing is tried for so long, in ms. */
const rest = 2_000;
/** The last read that found no room is tried again so often, after twice the time each. */
const tries = 5;

/** Something that stays, with the room it takes in characters of JSON and the reads of it that are not here. */
interface HeldPin extends Pin {
  readonly size: number;
  readonly missing: number;
}

/** What is kept here: what stays, and the room that everything takes. */
interface Shelf {
  readonly pins: readonly HeldPin[];
  readonly count: number;
  readonly size: number;
  /** The browser has promised to clear nothing of it by itself. */
  readonly isPersistent: boolean;
}

/** Reads that stay over a restart: the least recently read goes first, and a full disk makes room once, until it has some. */
export interface DeviceReads {
  /** `readAt`: now, in ms of the server; what is read stays longest. */
  readonly read: (key: string, readAt: number) => Promise<KeptRow | null>;
  readonly keep: (row: KeptRow) => Promise<void>;
  readonly drop: (key: string) => Promise<void>;
  /** Drops all that belongs to somebody. */
  readonly dropOwned: () => Promise<void>;
  /** From now on its reads make room for nothing. */
  readonly pin: (pin: Pin) => Promise<void>;
  /** Its reads are like any other again. */
  readonly unpin: (id: string) => Promise<void>;
  /** The same, and what nothing else holds goes at once. */
  readonly remove: (id: string) => Promise<void>;
  readonly shelf: () => Promise<Shelf>;
  /** Asks the browser to clear nothing of it by itself; some ask a person first. */
  readonly persist: () => Promise<void>;
  /** What was read last, latest first. */
  readonly recent: (count: number) => Promise<KeptRow[]>;
  /** The addresses of all that is here. */
  readonly keys: () => Promise<ReadonlySet<string>>;
}

interface Room {
  /** Bytes that this site may use; null where the browser does not say. */
  readonly quota: () => Promise<number | null>;
  readonly isPersistent: () => Promise<boolean>;
  readonly persist: () => Promise<void>;
  /** Has the browser free what was dropped; it may take it a while. */
  readonly sweep: () => Promise<void>;
  readonly wait: (pause: number) => Promise<void>;
  /** Runs something after so long, which nobody waits for. */
  readonly later: (run: () => void, pause: number) => void;
  /** Any clock, in ms. */
  readonly now: () => number;
}

/** Reads on the device; `room` says how much of it there is. */
export function readsOnDevice(device: Device, room: Room): DeviceReads {
  async function write({ value, ...mark }: KeptRow & ReadMark): Promise<void> {
    await device.run(async (database) => {
      const transaction = database.transaction(['marks', 'values'], 'readwrite');
      await finished(transaction, [
        transaction.objectStore('marks').put(mark),
        transaction.objectStore('values').put(value, mark.key),
      ]);
    });
  }

  /**
   * Takes the least recently read away until `size` more characters fit into `limit`; the row being kept stays, and pins do.
   * Answers how many rows there were.
   */
  async function makeRoom(limit: number, size: number, keptKey: string): Promise<number> {
    return device.run(async (database) => {
      const pinned = new Set((await database.getAll('pins')).flatMap(({ keys }) => keys));
      const marks = (await database.getAll('marks')).sort((one, other) => one.readAt - other.readAt);
      let total = marks.reduce((sum, mark) => sum + (mark.key === keptKey ? 0 : mark.size), size);
      const transaction = database.transaction(['marks', 'values'], 'readwrite');
      const requests: Promise<void>[] = [];
      for (const mark of marks) {
        if (total <= limit) break;
        if (mark.key === keptKey || pinned.has(mark.key)) continue;
        requests.push(transaction.objectStore('marks').delete(mark.key));
        requests.push(transaction.objectStore('values').delete(mark.key));
        total -= mark.size;
      }
      await finished(transaction, requests);
      return marks.length;
    });
  }

  async function held(): Promise<number> {
    const marks = await device.run((database) => database.getAll('marks'));
    return marks.reduce((sum, { size }) => sum + size, 0);
  }

  let last: Promise<unknown> = Promise.resolve();

  /** Changes run one after another: what was begun before all of somebody's goes is gone with it. */
  function inTurn<Outcome>(change: () => Promise<Outcome>): Promise<Outcome> {
    const turn = last.then(change, change);
    last = turn.catch(() => undefined);
    return turn;
  }

  /** What fits on a disk that was full, in characters. */
  let fits = most;
  /** When the disk stayed full for all that was tried. */
  let crowdedAt: number | null = null;
  /** Half was dropped, and it was not enough: to drop more would empty the shelf for nothing. */
  let isHalved = false;

  async function keep(row: KeptRow): Promise<void> {
    if (crowdedAt !== null && room.now() - crowdedAt < rest)
      throw new DOMException('the disk is full', 'QuotaExceededError');
    const size = JSON.stringify(row.value).length;
    const marked = { ...row, size };
    const quota = await room.quota().catch(() => null);
    const count = await makeRoom(Math.min(most, fits, quota === null ? most : quota / share), size, row.key);
    try {
      await write(marked);
    } catch (error) {
      if (!isFull(error)) throw error;
      // What was dropped before may be room enough; if not, the browser has less room than it said: half of what is kept
      // goes, and no more than that is kept.
      if (!(await fitsOnceSwept(marked)) && (isHalved || !(await fitsHalved(marked)))) {
        crowdedAt = room.now();
        throw error;
      }
    }
    // Room that was short may be there again later.
    crowdedAt = null;
    isHalved = false;
    fits += size / 8;
    // In Chromium what stands in the files before the first sweep is never swept.
    if (count === 0) await room.sweep().catch(() => undefined);
  }

  /** The last read that found no room: no other may come that would make some. */
  let late: KeptRow | null = null;

  async function keepOrLater(row: KeptRow, tried = 0): Promise<void> {
    late = null;
    try {
      await keep(row);
    } catch (error) {
      if (isFull(error) && tried < tries) {
        late = row;
        // Another may have come by then, or it may have been dropped.
        const again = async () => (late === row ? keepOrLater(row, tried + 1) : undefined);
        room.later(() => inTurn(again).catch(() => undefined), rest * 2 ** tried);
      }
      throw error;
    }
  }

  async function fitsHalved(row: KeptRow & ReadMark): Promise<boolean> {
    isHalved = true;
    fits = (await held()) / 2;
    await makeRoom(fits, row.size, row.key);
    return fitsOnceSwept(row);
  }

  async function fitsOnceSwept(row: KeptRow & ReadMark): Promise<boolean> {
    for (const pause of pauses) {
      // What one sweep leaves over of the files before it, the next takes.
      await room.sweep().catch(() => undefined);
      await room.wait(pause);
      // Browsers count anew when a change is done, be it none.
      await makeRoom(most, row.size, row.key);
      try {
        await write(row);
        return true;
      } catch (error) {
        if (!isFull(error)) throw error;
      }
    }
    return false;
  }

  /** Notes that a row was read, if it is still there. */
  async function touch(key: string, readAt: number): Promise<void> {
    await device.run(async (database) => {
      const transaction = database.transaction('marks', 'readwrite');
      const mark = await transaction.store.get(key);
      await finished(transaction, mark === undefined ? [] : [transaction.store.put({ ...mark, readAt })]);
    });
  }

  async function drop(choose: (mark: Pick<ReadMark, 'key' | 'owner'>) => boolean): Promise<void> {
    if (late !== null && choose(late)) late = null;
    await device.run(async (database) => {
      const chosen = (await database.getAll('marks')).filter(choose);
      const transaction = database.transaction(['marks', 'values'], 'readwrite');
      const requests = chosen.flatMap(({ key }) => [
        transaction.objectStore('marks').delete(key),
        transaction.objectStore('values').delete(key),
      ]);
      await finished(transaction, requests);
    });
  }

  return {
    async read(key, readAt) {
      const [mark, value] = await device.run((database) => {
        // One look at both; that it was read is written down after, and nobody waits for it.
        const transaction = database.transaction(['marks', 'values']);
        return Promise.all([transaction.objectStore('marks').get(key), transaction.objectStore('values').get(key)]);
      });
      if (mark === undefined || value === undefined) return null;
      inTurn(() => touch(key, readAt)).catch(() => undefined);
      const { size: _, ...known } = mark;
      return { ...known, value, readAt };
    },
    keep: (row) => inTurn(() => keepOrLater(row)),
    drop: (key) => inTurn(() => drop((mark) => mark.key === key)),
    dropOwned: () =>
      inTurn(async () => {
        await drop(({ owner }) => owner !== null);
        await device.run(async (database) => {
          const owned = (await database.getAll('pins')).filter(({ owner }) => owner !== null);
          await Promise.all(owned.map(({ id }) => database.delete('pins', id)));
        });
      }),
    pin: (pin) =>
      inTurn(async () => {
        await device.run((database) => database.put('pins', pin));
      }),
    unpin: (id) => inTurn(() => device.run((database) => database.delete('pins', id))),
    remove: (id) =>
      inTurn(async () => {
        const pins = await device.run((database) => database.getAll('pins'));
        const others = new Set(pins.flatMap((pin) => (pin.id === id ? [] : pin.keys)));
        const own = new Set(pins.find((pin) => pin.id === id)?.keys ?? []);
        await device.run((database) => database.delete('pins', id));
        await drop(({ key }) => own.has(key) && !others.has(key));
      }),
    persist: room.persist,
    async shelf() {
      const isPersistent = await room.isPersistent().catch(() => false);
      return device.run(async (database) => {
        const [pins, marks] = await Promise.all([database.getAll('pins'), database.getAll('marks')]);
        const sizes = new Map(marks.map(({ key, size }) => [key, size]));
        return {
          pins: pins
            .map((pin) => ({
              ...pin,
              size: pin.keys.reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0),
              missing: pin.keys.filter((key) => !sizes.has(key)).length,
            }))
            .sort((one, other) => other.pinnedAt - one.pinnedAt),
          count: marks.length,
          size: marks.reduce((sum, { size }) => sum + size, 0),
          isPersistent,
        };
      });
    },
    async recent(count) {
      return device.run(async (database) => {
        const marks = (await database.getAll('marks')).sort((one, other) => other.readAt - one.readAt).slice(0, count);
        return Promise.all(marks.map(async (mark) => ({ ...mark, value: await database.get('values', mark.key) })));
      });
    },
    keys: async () => new Set(await device.run((database) => database.getAllKeys('marks'))),
  };
}

/**
 * Waits for a transaction to be written. What went wrong is known of it alone: of a full disk its requests tell no more
 * than that they were aborted, and may do so first.
 */
async function finished(transaction: { done: Promise<void> }, requests: readonly Promise<unknown>[]): Promise<void> {
  for (const request of requests) request.catch(() => undefined);
  await transaction.done;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
