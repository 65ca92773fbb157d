import * as v from 'valibot';
import type { Database, DraftRow } from '../storage/database.ts';
import { openDraftChannel } from './draft-channel.ts';

/** Which form of which entity a draft belongs to. */
interface DraftId {
  /** The user who typed it. */
  readonly owner: string;
  readonly form: string;
  /** Null for something that does not exist yet. */
  readonly entityId: string | null;
}

/** A draft to be stored, with what a list of drafts shows. */
export interface NewDraft extends DraftId {
  readonly title: string;
  readonly path: string;
  readonly value: unknown;
}

/** Drafts of forms on this device. Each belongs to one user and stays until it is removed. */
export interface DraftStore {
  readonly read: (id: DraftId) => Promise<DraftRow | null>;
  /** @throws DOMException QuotaExceededError when the disk is full. */
  readonly write: (draft: NewDraft) => Promise<void>;
  readonly remove: (id: DraftId) => Promise<void>;
  /** All drafts of a user, latest first. */
  readonly list: (owner: string) => Promise<readonly DraftRow[]>;
  readonly removeAll: (owner: string) => Promise<void>;
  /** Calls the listener after drafts have changed in any tab; returns a function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

const Row = v.object({
  key: v.string(),
  owner: v.string(),
  form: v.string(),
  entityId: v.nullable(v.string()),
  title: v.string(),
  path: v.string(),
  value: v.unknown(),
  updatedAt: v.number(),
});

interface Options {
  /** Evicts something else from the device, when the disk is full. */
  readonly makeRoom: () => Promise<void>;
  readonly now: () => number;
}

/** Keeps drafts in the device's database. */
export function createDraftStore(database: Database, { makeRoom, now }: Options): DraftStore {
  const channel = openDraftChannel();
  let last: Promise<unknown> = Promise.resolve();

  /** Runs changes one after another: a write that waits for room must not undo a later removal. */
  function change(run: () => Promise<void>): Promise<void> {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result.then(channel.notify);
  }

  async function put(row: DraftRow): Promise<void> {
    await database.run(async (connection) => {
      const transaction = connection.transaction('drafts', 'readwrite');
      // A full disk aborts the request first; only the transaction carries the reason.
      transaction.store.put(row).catch(() => undefined);
      // A page that is being closed lives to start a commit, but not to see the request succeed.
      transaction.commit();
      await transaction.done;
    });
  }

  return {
    async read(id) {
      return rowIn(await database.run((connection) => connection.get('drafts', keyOf(id))));
    },
    write: ({ owner, form, entityId, title, path, value }) =>
      change(async () => {
        const key = keyOf({ owner, form, entityId });
        const row = { key, owner, form, entityId, title, path, value, updatedAt: now() };
        try {
          await put(row);
        } catch (error) {
          if (!isQuotaExceeded(error)) throw error;
          // Without room the second write fails with the same reason.
          await makeRoom().catch(() => undefined);
          await put(row);
        }
      }),
    remove: (id) => change(() => database.run((connection) => connection.delete('drafts', keyOf(id)))),
    async list(owner) {
      const rows = await database.run((connection) => connection.getAll('drafts'));
      return rows
        .flatMap((row) => rowIn(row) ?? [])
        .filter((row) => row.owner === owner)
        .sort((one, other) => other.updatedAt - one.updatedAt);
    },
    removeAll: (owner) =>
      change(() =>
        database.run(async (connection) => {
          const transaction = connection.transaction('drafts', 'readwrite');
          const rows = await transaction.store.getAll();
          for (const row of rows) if (Object(row).owner === owner) await transaction.store.delete(row.key);
          await transaction.done;
        }),
      ),
    subscribe: channel.subscribe,
  };
}

function keyOf({ owner, form, entityId }: DraftId): string {
  return JSON.stringify([owner, form, entityId]);
}

/** A row that another version of the app wrote in another shape counts as missing. */
function rowIn(value: unknown): DraftRow | null {
  const result = v.safeParse(Row, value);
  return result.success ? result.output : null;
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
