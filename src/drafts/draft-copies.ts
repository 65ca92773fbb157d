import * as v from 'valibot';
import { parseJson } from '#contract/json/parse-json';
import { type DraftId, draftKeyOf } from './draft-id.ts';

const Copy = v.object({
  owner: v.string(),
  form: v.string(),
  entityId: v.nullable(v.string()),
  title: v.string(),
  path: v.string(),
  /** The draft; null while its form has not been loaded. */
  value: v.unknown(),
  /** Fields that were typed before that; null for none. */
  typed: v.nullable(v.custom<Record<string, unknown>>(isObject)),
  /** In ms of this device. */
  updatedAt: v.number(),
});

/** A draft that was not stored yet when its page was left. */
export type DraftCopy = v.InferOutput<typeof Copy>;

/**
 * Copies of drafts that are written at once, while a page is being left: a store that answers later may not live to do it.
 * They belong to the tab, and are taken over by the store or the form when the page is loaded again.
 */
export interface DraftCopies {
  readonly put: (copy: DraftCopy) => void;
  readonly find: (id: DraftId) => DraftCopy | null;
  readonly list: () => readonly DraftCopy[];
  readonly remove: (id: DraftId) => void;
}

const prefix = 'pitboard-draft ';

/** Copies in a storage of the browser; `storage` throws where it is blocked, and then nothing is kept. */
export function createDraftCopies(storage: () => Storage): DraftCopies {
  function attempt<Outcome>(work: (opened: Storage) => Outcome, otherwise: Outcome): Outcome {
    try {
      return work(storage());
    } catch {
      // Blocked or full: the store of drafts is what drafts rely on.
      return otherwise;
    }
  }

  const read = (opened: Storage, key: string): DraftCopy | null => {
    const parsed = v.safeParse(Copy, parseJson(opened.getItem(key) ?? ''));
    return parsed.success ? parsed.output : null;
  };

  return {
    put: (copy) => attempt((opened) => opened.setItem(prefix + draftKeyOf(copy), JSON.stringify(copy)), undefined),
    find: (id) => attempt((opened) => read(opened, prefix + draftKeyOf(id)), null),
    list: () =>
      attempt(
        (opened) =>
          Array.from({ length: opened.length }, (_, index) => opened.key(index) ?? '')
            .filter((key) => key.startsWith(prefix))
            .flatMap((key) => read(opened, key) ?? []),
        [],
      ),
    remove: (id) => attempt((opened) => opened.removeItem(prefix + draftKeyOf(id)), undefined),
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
