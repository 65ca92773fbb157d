import * as v from 'valibot';
import { fieldsOf } from '#contract/json/fields-of';
import { openChannel } from '../browser/channel.ts';
import type { Database, DraftRow } from '../storage/database.ts';
import type { DraftCopies, DraftCopy } from './draft-copies.ts';
import { type DraftId, draftKeyOf, type NewDraft } from './draft-id.ts';

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
  /** Drafts that this tab could not store before its page was left. */
  readonly copies: DraftCopies;
}

/** Keeps drafts in the device's database. */
export function createDraftStore(database: Database, { makeRoom, now, copies }: Options): DraftStore {
  const channel = openChannel<null>('pitboard-drafts', true);
  let last: Promise<unknown> = Promise.resolve();

  /** Runs changes one after another: a write that waits for room must not undo a later removal. */
  function change(run: () => Promise<void>): Promise<void> {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result.then(() => channel.post(null));
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

  async function putWithRoom(row: DraftRow): Promise<void> {
    try {
      await put(row);
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error;
      // Without room the second write fails with the same reason.
      await makeRoom().catch(() => undefined);
      await put(row);
    }
  }

  async function get(key: string): Promise<DraftRow | null> {
    return rowIn(await database.run((connection) => connection.get('drafts', key)));
  }

  /** Stores the copies of drafts from pages that were left, unless a newer draft is stored. Removes copies of other users. */
  async function takeOverCopies(owner: string): Promise<void> {
    for (const copy of copies.list()) {
      if (copy.owner !== owner) copies.remove(copy);
      const row = copy.owner === owner ? rowOfCopy(copy) : null;
      if (row === null) continue;
      const stored = await get(row.key);
      if (stored === null || stored.updatedAt < row.updatedAt) await change(() => putWithRoom(row));
      copies.remove(copy);
    }
  }

  return {
    async read(id) {
      // On a full disk the copy stays one.
      await takeOverCopies(id.owner).catch(() => undefined);
      return rowOfCopy(copies.find(id)) ?? get(draftKeyOf(id));
    },
    write: ({ owner, form, entityId, title, path, value }) => {
      const updatedAt = now();
      return change(async () => {
        const id = { owner, form, entityId };
        await putWithRoom({ key: draftKeyOf(id), ...id, title, path, value, updatedAt });
        const copy = copies.find(id);
        if (copy !== null && copy.updatedAt <= updatedAt) copies.remove(id);
      });
    },
    remove: (id) =>
      change(async () => {
        await database.run((connection) => connection.delete('drafts', draftKeyOf(id)));
        copies.remove(id);
      }),
    async list(owner) {
      await takeOverCopies(owner).catch(() => undefined);
      const rows = await database.run((connection) => connection.getAll('drafts'));
      return rows
        .flatMap((row) => rowIn(row) ?? [])
        .filter((row) => row.owner === owner)
        .sort((one, other) => other.updatedAt - one.updatedAt);
    },
    removeAll: (owner) =>
      change(() => {
        for (const copy of copies.list()) copies.remove(copy);
        return database.run(async (connection) => {
          const transaction = connection.transaction('drafts', 'readwrite');
          const rows = await transaction.store.getAll();
          for (const row of rows) if (fieldsOf(row).owner === owner) await transaction.store.delete(row.key);
          await transaction.done;
        });
      }),
    subscribe: channel.subscribe,
  };
}

/** Null for input from before a form was loaded, which the form reads itself. */
function rowOfCopy(copy: DraftCopy | null): DraftRow | null {
  if (copy === null || copy.value === null) return null;
  const { typed: _, ...draft } = copy;
  return { ...draft, key: draftKeyOf(copy) };
}

/** A row that another version of the app wrote in another shape counts as missing. */
function rowIn(value: unknown): DraftRow | null {
  const result = v.safeParse(Row, value);
  return result.success ? result.output : null;
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
