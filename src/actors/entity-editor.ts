import type { AnswerOf } from '#contract/api/answers';
import { createFailure, type Outcome } from '#contract/api/problem';
import type { EntityReadName } from '#contract/api/versioned-writes';
import type { Save } from '#machines/editor';
import { type Editor, type EditorOptions, useEditor } from './editor.ts';
import { useQueryCache } from './read.tsx';
import { entityResource, useLoad } from './write.ts';

/** The value of a save, with the version that it is based on. */
type EntitySave<Value> = Save<Value> & { readonly version: string; readonly signal: AbortSignal };

export interface EntityEditorOptions<Name extends EntityReadName, Value extends object>
  extends Pick<EditorOptions<Value>, 'form' | 'title' | 'path' | 'onSaved'> {
  readonly read: Name;
  /** The entity as it is shown, with its version. */
  readonly entity: AnswerOf<Name> & { readonly id: string };
  readonly version: string;
  /** The part that is edited, where it has an id of its own. */
  readonly entityId?: string;
  /** The edited part of the entity; null when it was removed. */
  readonly select: (entity: AnswerOf<Name>) => Value | null;
  readonly save: (save: EntitySave<Value>) => Promise<Outcome<AnswerOf<Name>>>;
}

/** Edits a part of the entity that a page shows. Parts have drafts of their own; changes of other parts do not disturb them. */
export function useEntityEditor<Name extends EntityReadName, Value extends object>({
  read,
  entity,
  version,
  select,
  save,
  ...form
}: EntityEditorOptions<Name, Value>): Editor<Value> {
  const load = useLoad();
  const queries = useQueryCache();
  const partOf = (outcome: Outcome<AnswerOf<Name>>): Outcome<Value> => {
    if ('failure' in outcome) return outcome;
    const value = select(outcome.value);
    return value === null ? { failure: gone } : { value, version: outcome.version };
  };
  const initial = select(entity);
  return useEditor<Value>({
    entityId: entity.id,
    ...form,
    ...(initial === null ? {} : { initial }),
    load: async (isReload) => partOf(isReload ? await load(read, entity.id) : { value: entity, version }),
    save: async ({ version: base, ...attempt }, signal) =>
      base === null ? { failure: unknownBase } : partOf(await save({ ...attempt, version: base, signal })),
    watch: (listener) =>
      queries.subscribe(entityResource(read, entity.id), (event) => {
        if (event.type === 'invalidated') return;
        // Values of the cache were parsed by the answer schema of their call.
        const part = partOf({ value: event.copy.value as AnswerOf<Name>, version: event.copy.version });
        if ('value' in part) listener(part);
      }),
  });
}

/** The version of a draft is not known: it is merged with the newest one, as after a 412. */
const unknownBase = createFailure('problem', { status: 412 });

const gone = createFailure('problem', {
  status: 404,
  message: 'It was deleted somewhere else.',
});
