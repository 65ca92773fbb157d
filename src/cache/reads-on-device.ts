import type { Device, ReadMark } from './database.ts';
import type { KeptRow } from './kept.ts';

/** The part of the device's room that reads may take: 200 MB, or a quarter of what the browser grants (design §6). */
const most = 200 * 1_000_000;
const share = 4;

/** Reads that stay over a restart: the least recently read goes first, and a full disk makes room once. */
export interface DeviceReads {
  /** `readAt`: now, in ms of the server; what is read stays longest. */
  readonly read: (key: string, readAt: number) => Promise<KeptRow | null>;
  readonly keep: (row: KeptRow) => Promise<void>;
  readonly drop: (key: string) => Promise<void>;
  /** Drops all that belongs to somebody. */
  readonly dropOwned: () => Promise<void>;
}

interface Room {
  /** Bytes that this site may use; null where the browser does not say. */
  readonly quota: () => Promise<number | null>;
}

/** Reads on the device; `room` says how much of it there is. */
export function readsOnDevice(device: Device, room: Room): DeviceReads {
  async function write({ value, ...mark }: KeptRow & ReadMark): Promise<void> {
    await device.run(async (database) => {
      const transaction = database.transaction(['marks', 'values'], 'readwrite');
      // Not awaited one by one: a failed put must reject the transaction, not be left alone with its own promise.
      await Promise.all([
        transaction.objectStore('marks').put(mark),
        transaction.objectStore('values').put(value, mark.key),
        transaction.done,
      ]);
    });
  }

  /** Takes the least recently read away until `size` more characters fit into `limit`; the row being kept stays. */
  async function makeRoom(limit: number, size: number, keptKey: string): Promise<void> {
    await device.run(async (database) => {
      const marks = (await database.getAll('marks')).sort((one, other) => one.readAt - other.readAt);
      let total = marks.reduce((sum, mark) => sum + (mark.key === keptKey ? 0 : mark.size), size);
      const transaction = database.transaction(['marks', 'values'], 'readwrite');
      for (const mark of marks) {
        if (total <= limit) break;
        if (mark.key === keptKey) continue;
        void transaction.objectStore('marks').delete(mark.key);
        void transaction.objectStore('values').delete(mark.key);
        total -= mark.size;
      }
      await transaction.done;
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

  async function keep(row: KeptRow): Promise<void> {
    const size = JSON.stringify(row.value).length;
    const marked = { ...row, size };
    const quota = await room.quota().catch(() => null);
    const limit = Math.min(most, quota === null ? most : quota / share);
    await makeRoom(limit, size, row.key);
    try {
      await write(marked);
    } catch (error) {
      if (!isFull(error)) throw error;
      // The browser has less room than it said: half of what is kept goes, once.
      await makeRoom((await held()) / 2, size, row.key);
      await write(marked);
    }
  }

  async function drop(choose: (mark: ReadMark) => boolean): Promise<void> {
    await device.run(async (database) => {
      const chosen = (await database.getAll('marks')).filter(choose);
      const transaction = database.transaction(['marks', 'values'], 'readwrite');
      for (const { key } of chosen) {
        void transaction.objectStore('marks').delete(key);
        void transaction.objectStore('values').delete(key);
      }
      await transaction.done;
    });
  }

  return {
    async read(key, readAt) {
      return device.run(async (database) => {
        const transaction = database.transaction(['marks', 'values'], 'readwrite');
        const [mark, value] = await Promise.all([
          transaction.objectStore('marks').get(key),
          transaction.objectStore('values').get(key),
        ]);
        if (mark === undefined || value === undefined) return null;
        await Promise.all([transaction.objectStore('marks').put({ ...mark, readAt }), transaction.done]);
        const { storedAt, owner } = mark;
        return { key, value, storedAt, readAt, owner };
      });
    },
    keep: (row) => inTurn(() => keep(row)),
    drop: (key) => inTurn(() => drop((mark) => mark.key === key)),
    dropOwned: () => inTurn(() => drop(({ owner }) => owner !== null)),
  };
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
