import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { v4 as createId } from 'uuid';
import { fromPromise } from 'xstate';
import type { Failure, Outcome } from '#contract/api/problem';
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
import type { FieldName } from '#machines/merge-fields';
import { createDraftCopies } from '../drafts/draft-copies.ts';
import { parseDraft } from '../drafts/parse-draft.ts';
import { type Auth, useLoadedAuth, useUser } from './auth.tsx';
import { useConnectivity, useNetworkStatus } from './connectivity.ts';
import { useOpenDrafts } from './draft-store.ts';
import { useRequest, withNetwork } from './mutation.ts';
import { snapshotWhen } from './snapshot-when.ts';
import { typedCallback } from './typed-callback.ts';
import { useUnsavedChanges } from './unsaved-form.ts';
import { type Wait, waitOf } from './wait.ts';
import { watchNetwork } from './watch-network.ts';

/** One entity that is edited. */
export interface EditorOptions<Value extends object, Answer = unknown> {
  /** Which form, such as `settings.name`, of which entity; null for one that does not exist yet. */
  readonly form: string;
  readonly entityId: string | null;
  /** Its name in lists and questions, and the page that continues it. */
  readonly title: string;
  readonly path: string;
  /** The value before the entity is loaded; without it the form is disabled until then. */
  readonly initial?: Value;
  /** `isReload`: a cached value is not enough, because it may be older than a save. */
  readonly load: (isReload: boolean) => Promise<Outcome<Value>>;
  /** `signal` is aborted when the user stops it or it is sent again. */
  readonly save: (save: Save<Value>, signal: AbortSignal) => Promise<SaveOutcome<Value, Answer>>;
  readonly onSaved?: ((saved: EditorSaved<Value, Answer>) => void) | undefined;
  /** Calls the listener when the entity was changed elsewhere. Returns how to stop. */
  readonly watch?: (listener: (entity: Versioned<Value>) => void) => () => void;
}

/** An editor: its value, its state and its actions. */
export interface Editor<Value extends object> {
  /** Null until it is loaded. */
  readonly value: Value | null;
  readonly theirs: Value | null;
  readonly conflicts: readonly FieldName<Value>[];
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
  /** Set while the answer to a save does not come. */
  readonly wait: Wait | null;
  readonly change: (patch: Partial<Value>) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly retry: () => void;
  readonly choose: (field: FieldName<Value>, side: 'mine' | 'theirs') => void;
}

/** Edits one entity for as long as the component lives; unsaved changes are kept as a draft on this device. */
export function useEditor<Value extends object, Answer = unknown>(
  options: EditorOptions<Value, Answer>,
): Editor<Value> {
  const owner = useUser()?.userId ?? null;
  const auth = useLoadedAuth();
  const connectivity = useConnectivity();
  const network = useNetworkStatus();
  const openDrafts = useOpenDrafts();
  const request = useRequest();
  const { title, path, initial } = options;
  const load = useEffectEvent(options.load);
  const save = useEffectEvent(options.save);
  const watch = useEffectEvent((listener: (entity: Versioned<Value>) => void) => options.watch?.(listener));
  const [draft] = useState(() => {
    const { form, entityId } = options;
    return owner === null ? null : { id: { owner, form, entityId }, title, path };
  });
  const [copies] = useState(() => createDraftCopies(() => sessionStorage));
  const [machine] = useState(() =>
    createEditorMachine<Value, Answer>().provide({
      actors: {
        load: fromPromise(({ input }) => load(input.isReload)),
        save: fromPromise(({ input }) => save(input, request.start())),
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
  const ref = useActorRef(machine);
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
  const { typed, isOverdue, ...rest } = state;
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
    failure: state.failure === null ? null : withNetwork(state.failure, network),
    wait: waitOf(state.isSaving, isOverdue, network, {
      stop: () => ref.send({ type: 'editor.stop' }),
      resend: () => ref.send({ type: 'editor.resend' }),
    }),
    value: state.value ?? (initial === undefined ? null : { ...initial, ...typed }),
    change: (patch) => ref.send({ type: 'editor.change', patch }),
    save: () => ref.send({ type: 'editor.save', key: createId() }),
    discard: () => ref.send({ type: 'editor.discard' }),
    retry: () => ref.send({ type: 'editor.retry' }),
    choose: (field, side) => ref.send({ type: 'conflict.choose', field, side }),
  };
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
