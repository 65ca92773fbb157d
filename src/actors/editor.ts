import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { v4 as createId } from 'uuid';
import { fromPromise } from 'xstate';
import { createFailure, type Failure, type Outcome } from '#contract/api/problem';
import type { AnswerOf, ReadCall } from '#contract/calls/call';
import { selectDraftOwner } from '#machines/auth';
import {
  createEditorMachine,
  type EditorEvent,
  type EditorSaved,
  type Save,
  type SaveOutcome,
  selectIsDirty,
  selectTheirs,
  selectUnstoredDraft,
  selectValue,
  type Versioned,
} from '#machines/editor';
import { type FieldName, type Lists, type Place, withOnlyRow } from '#machines/merge-fields';
import { createDraftCopies } from '../drafts/draft-copies.ts';
import { parseDraft } from '../drafts/parse-draft.ts';
import type { OwnedEntity } from '../format/own-roles.ts';
import { type Auth, useLoadedAuth, useUser } from './auth.tsx';
import { useConnectivity, useNetworkStatus } from './connectivity.ts';
import { useOpenDrafts } from './draft-store.ts';
import { useRequest, withNetwork } from './mutation.ts';
import { useQueryCache } from './read.tsx';
import { snapshotWhen } from './snapshot-when.ts';
import { typedCallback } from './typed-callback.ts';
import { useUnsavedChanges } from './unsaved-form.ts';
import { type Wait, waitOf } from './wait.ts';
import { watchNetwork } from './watch-network.ts';
import { entityResource, useLoad } from './write.ts';

/** A save of a form. */
interface FormSave<Value> extends Save<Value> {
  /** Aborted when the user stops it or it is sent again. */
  readonly signal: AbortSignal;
}

interface FormOptions<Value extends object, Answer> {
  /** Which form, such as `settings.name`, of which entity; null for one that does not exist yet. */
  readonly form: string;
  readonly entityId: string | null;
  /** Its name in lists and questions, and the page that continues it. */
  readonly title: string;
  readonly path: string;
  /** Its lists, and what tells their rows apart: two people can change different rows. */
  readonly lists?: Lists<Value>;
  /** The write. */
  readonly save: (save: FormSave<Value>) => Promise<Outcome<Answer>>;
  readonly onSaved?: ((saved: EditorSaved<Value, Answer>) => void) | undefined;
}

/** Where the value of a form comes from. */
interface ValueSource<Value extends object, Answer> {
  /** The form adds something that does not exist yet. */
  readonly isNew?: boolean;
  /** The value before it is loaded; without it the form is disabled until then. */
  readonly initial: Value | null;
  /** `isReload`: a cached value is not enough, because it may be older than a save. */
  readonly load: (isReload: boolean) => Promise<Outcome<Value>>;
  /** The value in the answer to a save, or what follows the value that was saved. */
  readonly valueOf: (
    answer: { readonly value: Answer; readonly version: string | null },
    saved: Value,
  ) => Outcome<Value>;
  /** Calls the listener when the value was changed elsewhere. Returns how to stop. */
  readonly watch?: (listener: (value: Versioned<Value>) => void) => () => void;
}

/** Something that was changed here and on the server. */
export interface Conflict<Value extends object> {
  readonly place: Place<Value>;
  readonly field: FieldName<Value>;
  /** In a list: the key of the row, and the part of it; no part where one side has removed the row. */
  readonly row: string | null;
  readonly part: string | null;
  /** Both values; in a list with this row alone. */
  readonly mine: Value;
  readonly theirs: Value;
}

/** Changes of an entity in the log of its league. */
export interface ChangedIn {
  readonly entity: OwnedEntity;
  /** The names of the calls that change what is edited. */
  readonly actions: readonly string[];
}

/** An editor: its value, its state and its actions. */
export interface Editor<Value extends object> {
  /** Null until it is loaded. */
  readonly value: Value | null;
  readonly conflicts: readonly Conflict<Value>[];
  readonly failure: Failure | null;
  readonly secondsLeft: number;
  readonly isDirty: boolean;
  readonly isLoading: boolean;
  readonly isUnavailable: boolean;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  /** The value is a draft of an earlier visit. */
  readonly isRestored: boolean;
  readonly isOffline: boolean;
  /** The draft could not be stored: the input is on this page alone. */
  readonly isDraftLost: boolean;
  /** Where the log says who has changed it; null where there is none. */
  readonly changedIn: ChangedIn | null;
  /** Set while the answer to a save does not come. */
  readonly wait: Wait | null;
  readonly change: (patch: Partial<Value>) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly retry: () => void;
  readonly choose: (place: Place<Value>, side: 'mine' | 'theirs') => void;
}

export interface NewEntityOptions<Value extends object, Answer> extends FormOptions<Value, Answer> {
  /** The empty form. */
  readonly blank: Value;
  /** The form after it was sent with a value; absent: as `blank`. */
  readonly next?: (sent: Value) => Value;
}

/** A form that adds something: it is kept as a draft until it is sent, and empty again afterwards. */
export function useNewEntity<Value extends object, Answer>(options: NewEntityOptions<Value, Answer>): Editor<Value> {
  const { blank, next = () => blank, ...form } = options;
  return useEditor(form, {
    isNew: true,
    initial: blank,
    load: async () => ({ value: blank, version: null }),
    valueOf: (_, sent) => ({ value: next(sent), version: null }),
  });
}

export interface EntityEditorOptions<Of extends ReadCall, Value extends object>
  extends Omit<FormOptions<Value, AnswerOf<Of>>, 'entityId' | 'save'> {
  readonly read: Of;
  /** The entity as it is shown, with its version. */
  readonly entity: AnswerOf<Of> & { readonly id: string };
  readonly version: string;
  /** The part that is edited, where it has an id of its own. */
  readonly entityId?: string;
  /** The calls that change the edited part, as the log of the league names them. */
  readonly actions?: readonly string[];
  /** The edited part of the entity; null when it was removed. */
  readonly select: (entity: AnswerOf<Of>) => Value | null;
  /** The write, with the version that it is based on. */
  readonly save: (save: FormSave<Value> & { readonly version: string }) => Promise<Outcome<AnswerOf<Of>>>;
}

/** Edits a part of the entity that a page shows. Parts have drafts of their own; changes of other parts do not disturb them. */
export function useEntityEditor<Of extends ReadCall, Value extends object>(
  options: EntityEditorOptions<Of, Value>,
): Editor<Value> {
  const { read, entity, version, select, save, actions, ...form } = options;
  const load = useLoad();
  const queries = useQueryCache();
  const partOf = (outcome: Outcome<AnswerOf<Of>>): Outcome<Value> => {
    if ('failure' in outcome) return outcome;
    const value = select(outcome.value);
    return value === null ? { failure: gone } : { value, version: outcome.version };
  };
  const editor = useEditor(
    {
      entityId: entity.id,
      ...form,
      save: async ({ version: base, ...attempt }) =>
        base === null ? { failure: unknownBase } : save({ ...attempt, version: base }),
    },
    {
      initial: select(entity),
      load: async (isReload) => partOf(isReload ? await load(read, entity.id) : { value: entity, version }),
      valueOf: partOf,
      watch: (listener) =>
        queries.subscribe(entityResource(read, entity.id), (event) => {
          if (event.type === 'invalidated') return;
          // Values of the cache were parsed by the answer schema of their call.
          const part = partOf({ value: event.copy.value as AnswerOf<Of>, version: event.copy.version });
          if ('value' in part) listener(part);
        }),
    },
  );
  const isLogged = actions !== undefined && 'ownerId' in entity;
  return isLogged ? { ...editor, changedIn: { entity: entity as OwnedEntity, actions } } : editor;
}

/** The version of a draft is not known: it is merged with the newest one, as after a 412. */
const unknownBase = createFailure('problem', { status: 412 });

const gone = createFailure('problem', { status: 404, message: 'It was deleted somewhere else.' });

/** Edits a value for as long as the component lives; unsaved changes are kept as a draft on this device. */
export function useEditor<Value extends object, Answer>(
  options: FormOptions<Value, Answer>,
  source: ValueSource<Value, Answer>,
): Editor<Value> {
  const owner = useUser()?.userId ?? null;
  const auth = useLoadedAuth();
  const connectivity = useConnectivity();
  const network = useNetworkStatus();
  const openDrafts = useOpenDrafts();
  const request = useRequest();
  const { title, path } = options;
  const { isNew = false, initial } = source;
  const load = useEffectEvent(source.load);
  const watch = useEffectEvent((listener: (value: Versioned<Value>) => void) => source.watch?.(listener));
  const save = useEffectEvent(async (attempt: Save<Value>): Promise<SaveOutcome<Value, Answer>> => {
    const outcome = await options.save({ ...attempt, signal: request.start() });
    if ('failure' in outcome) return outcome;
    const saved = source.valueOf(outcome, attempt.value);
    return 'failure' in saved ? saved : { ...saved, answer: outcome.value };
  });
  const [draft] = useState(() => {
    const { form, entityId } = options;
    return owner === null ? null : { id: { owner, form, entityId }, title, path };
  });
  const [copies] = useState(() => createDraftCopies(() => sessionStorage));
  const [machine] = useState(() =>
    createEditorMachine<Value, Answer>(options.lists).provide({
      actors: {
        load: fromPromise(({ input }) => load(input.isReload)),
        save: fromPromise(({ input }) => save(input)),
        readDraft: fromPromise(async () => {
          const row = draft === null ? null : await (await openDrafts()).read(draft.id);
          return parseDraft(row?.value, objectIn<Value>);
        }),
        writeDraft: fromPromise(async ({ input }) => {
          if (draft === null || !(await mayStoreDrafts(auth, draft.id.owner)))
            throw new Error('the user has signed out');
          const { id, ...rest } = draft;
          await (await openDrafts()).write({ ...id, ...rest, value: input.draft });
        }),
        removeDraft: fromPromise<void, undefined>(async () => {
          if (draft !== null) await (await openDrafts()).remove(draft.id);
        }),
        watchNetwork: watchNetwork(connectivity),
        watchEntity: typedCallback<EditorEvent<Value>>((send) => {
          const stop = watch((entity) => send({ type: 'entity.changed', ...entity }));
          return () => stop?.();
        }),
      },
      actions: { reportSlow: connectivity.reportSlow, abort: request.abort },
    }),
  );
  const ref = useActorRef(machine, { input: { isNew } });
  // A layout effect: it is cleaned up before useActorRef stops the editor.
  useLayoutEffect(() => {
    if (draft === null) return;
    const { id, ...rest } = draft;
    // A hidden page may never be shown again: an unstored draft is copied at once.
    const flush = () => {
      ref.send({ type: 'editor.flush' });
      const snapshot = ref.getSnapshot();
      const [value, typed] = [selectUnstoredDraft<Value>(snapshot), snapshot.context.typed];
      if ((value === null && typed === null) || draftOwnerOf(auth) !== id.owner) copies.remove(id);
      else copies.put({ ...id, ...rest, value, typed, updatedAt: Date.now() });
    };
    // Input from before the form was loaded, in a page that was left.
    const patch = objectIn<Partial<Value>>(copies.find(id)?.typed);
    if (patch !== null) {
      copies.remove(id);
      ref.send({ type: 'editor.change', patch });
    }
    document.addEventListener('visibilitychange', flush);
    addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [ref, draft, copies, auth]);
  const state = useSelector(
    ref,
    (snapshot) => ({
      value: selectValue<Value>(snapshot),
      typed: snapshot.context.typed,
      theirs: selectTheirs<Value>(snapshot),
      conflicts: snapshot.context.conflicts,
      failure: snapshot.context.failure,
      secondsLeft: snapshot.context.secondsLeft,
      isDirty: selectIsDirty(snapshot),
      isLoading: snapshot.hasTag('loading'),
      isUnavailable: snapshot.hasTag('unavailable'),
      isSaving: snapshot.hasTag('saving'),
      isSaved: snapshot.hasTag('saved'),
      isRestored: snapshot.hasTag('restored'),
      isOffline: snapshot.hasTag('offline'),
      isDraftLost: snapshot.context.isDraftRefused,
      isOverdue: snapshot.context.isOverdue,
    }),
    shallowEqual,
  );
  const { typed, isOverdue, theirs, conflicts, ...rest } = state;
  const isUnsaved = state.isDirty || typed !== null;
  const unregister = useUnsavedChanges(title, isUnsaved, !state.isDraftLost, state.isSaving);
  const handleSaved = useEffectEvent((saved: EditorSaved<Value, Answer>) => {
    // The page may be left now, before React has drawn that everything is saved.
    if (!selectIsDirty(ref.getSnapshot())) unregister();
    options.onSaved?.(saved);
  });
  useEffect(() => ref.on('editor.saved', handleSaved).unsubscribe, [ref]);
  return {
    ...rest,
    changedIn: null,
    conflicts:
      state.value === null || theirs === null ? [] : conflictsOf(state.value, theirs, conflicts, options.lists),
    failure: state.failure === null ? null : withNetwork(state.failure, network),
    wait: waitOf(state.isSaving, isOverdue, network, {
      stop: () => ref.send({ type: 'editor.stop' }),
      resend: () => ref.send({ type: 'editor.resend' }),
    }),
    value: state.value ?? (initial === null ? null : { ...initial, ...typed }),
    change: (patch) => ref.send({ type: 'editor.change', patch }),
    save: () => ref.send({ type: 'editor.save', key: createId() }),
    discard: () => ref.send({ type: 'editor.discard' }),
    retry: () => ref.send({ type: 'editor.retry' }),
    choose: (field, side) => ref.send({ type: 'conflict.choose', field, side }),
  };
}

function conflictsOf<Value extends object>(
  mine: Value,
  theirs: Value,
  places: readonly Place<Value>[],
  lists: Lists<Value> = {},
): Conflict<Value>[] {
  return places.map((place) => {
    if (typeof place === 'string') return { place, field: place, row: null, part: null, mine, theirs };
    const sides = { mine: withOnlyRow(mine, place, lists), theirs: withOnlyRow(theirs, place, lists) };
    return { place, field: place.list, row: place.row, part: place.part, ...sides };
  });
}

/** The user whose input may be stored; null from the start of a sign-out, which removes the drafts. */
function draftOwnerOf(auth: Auth | null): string | null {
  return auth === null ? null : selectDraftOwner(auth.ref.getSnapshot());
}

/** A session that has ended elsewhere leaves the drafts:the reason may come later. */
async function mayStoreDrafts(auth: Auth | null, userId: string): Promise<boolean> {
  if (auth === null) return false;
  return selectDraftOwner(await snapshotWhen(auth.ref, (snapshot) => !snapshot.hasTag('unknown'))) === userId;
}

/** A draft of this form: forms store objects. */
function objectIn<Value extends object>(stored: unknown): Value | null {
  // The store returns the value that this form has written.
  return typeof stored === 'object' && stored !== null ? (stored as Value) : null;
}
