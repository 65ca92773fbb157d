// One statechart: what is edited, the draft of it, the network and Retry-After decide together whether a save is sent.
import { and, assign, emit, setup, stateIn } from 'xstate';
import { overdueDelay, slowRequestDelay } from '#contract/constants';
import type { Failure, Outcome } from '#contract/api/problem';
import { listening, promised } from './actor-types.ts';
import {
  type Draft,
  isDirty,
  isOwnWrite,
  lastAttempt,
  unchanged,
  type Versioned,
  withAttempt,
  withFailure,
  withPatch,
  withResend,
} from './editor-content.ts';
import {
  answered,
  attemptKey,
  contentOf,
  discarded,
  draftOf,
  type EditorContext,
  emptyContext,
  opened,
  rebased,
  resolved,
  restarted,
  type Save,
  saveOf,
  versioned,
  withTheirs,
  withTyped,
  writingOf,
} from './editor-context.ts';
import { isOfNetwork, stoppedRequest } from './failure-kinds.ts';
import type { FieldName } from './merge-fields.ts';
import { unexpectedError } from './unexpected-error.ts';

export type EditorEvent<Value> =
  | { readonly type: 'editor.change'; readonly patch: Partial<Value> }
  /** `key` is a fresh id for the Idempotency-Key; the machine decides whether it is used. */
  | { readonly type: 'editor.save'; readonly key: string }
  /** Ends the wait for an answer that does not come, or sends the same once more. */
  | { readonly type: 'editor.stop' | 'editor.resend' }
  | { readonly type: 'editor.discard' }
  /** Writes the draft now, such as before the page is hidden. */
  | { readonly type: 'editor.flush' }
  /** Loads again what could not be loaded. */
  | { readonly type: 'editor.retry' }
  | { readonly type: 'conflict.keepMine' }
  | { readonly type: 'conflict.takeTheirs' }
  | { readonly type: 'conflict.choose'; readonly field: FieldName<Value>; readonly side: 'mine' | 'theirs' }
  | { readonly type: 'network.online' }
  | { readonly type: 'network.offline' }
  | ({ readonly type: 'entity.changed' } & Versioned<Value>);

/** How a save ended; `answer` is what else the server said. */
export type SaveOutcome<Value, Answer> =
  | (Versioned<Value> & { readonly answer?: Answer })
  | { readonly failure: Failure };

/** A save has succeeded: the values before and after it, and what the server answered. */
export interface EditorSaved<Value, Answer> {
  readonly type: 'editor.saved';
  readonly before: Value;
  readonly after: Value;
  readonly answer: Answer | undefined;
}

/**
 * The editor of one entity. What is typed is kept as a draft on the device until it is saved or discarded. A save names
 * the version that it changes; where the server has a newer one, changes of both sides are merged by field, and a field
 * that both changed is left to the user. Nothing is sent without `editor.save`; a save without an answer is sent again, with
 * its key, when the network was lost meanwhile.
 */
export function createEditorMachine<Value extends object, Answer = unknown>() {
  type WithOutcome = { outcome: Outcome<Value> };
  const outcomeOf = ({ event }: { event: { output: SaveOutcome<Value, Answer> } }) => ({ outcome: event.output });
  const theirsOf = ({ event }: { event: Versioned<Value> }) => ({ theirs: versioned(event) });
  return setup({
    types: {
      context: {} as EditorContext<Value>,
      events: {} as EditorEvent<Value>,
      emitted: {} as EditorSaved<Value, Answer>,
      tags: {} as
        | 'loading'
        | 'unavailable'
        | 'clean'
        | 'dirty'
        | 'restored'
        | 'saving'
        | 'saved'
        | 'refused'
        | 'conflict'
        | 'waiting'
        | 'offline'
        | 'draftNotKept',
    },
    actors: {
      load: promised<Outcome<Value>, { readonly isReload: boolean }>('load'),
      save: promised<SaveOutcome<Value, Answer>, Save<Value>>('save'),
      readDraft: promised<Draft<Value> | null, undefined>('readDraft'),
      writeDraft: promised<void, { readonly draft: Draft<Value> }>('writeDraft'),
      removeDraft: promised<void, undefined>('removeDraft'),
      /** Sends `network.online` and `network.offline`. */
      watchNetwork: listening('watchNetwork'),
      /** Sends `entity.changed`. */
      watchEntity: listening('watchEntity'),
    },
    guards: {
      hasFailed: (_, { outcome }: WithOutcome) => 'failure' in outcome,
      isOutdated: (_, { outcome }: WithOutcome) => 'failure' in outcome && outcome.failure.status === 412,
      hasTyped: ({ context }) => context.typed !== null,
      hasFound: ({ context }) => context.found !== null,
      hasFoundNothing: ({ context }, { outcome }: WithOutcome) => 'failure' in outcome && context.found === null,
      hasConflicts: ({ context }) => context.conflicts.length > 0,
      isDirty: ({ context }) => isDirty(contentOf(context)),
      isRefused: ({ context }) => isDirty(contentOf(context)) && context.failure !== null,
      mustSave: ({ context }) => isDirty(contentOf(context)) && context.submitted !== null,
      isOnline: stateIn({ network: 'online' }),
      canSave: and([stateIn({ network: 'online' }), ({ context }) => context.secondsLeft === 0]),
      isUncertain: ({ context }) => !context.isVerified || contentOf(context).attempts.length > 0,
      isOwnWrite: ({ context }, { theirs }: { theirs: Versioned<Value> }) => isOwnWrite(contentOf(context), theirs),
      isPreparing: stateIn({ entity: { ready: { sending: 'preparing' } } }),
      isAttemptKept: ({ context }) => context.kept?.attempts === contentOf(context).attempts,
      hasDraftFailed: stateIn({ draft: 'failed' }),
      isDraftRefused: ({ context }) => context.isDraftRefused,
      isDraftAccepted: ({ context }) => !context.isDraftRefused,
      isDraftCurrent: ({ context }) => context.kept === draftOf(context),
      isDraftObsolete: ({ context }) => context.found === null && context.kept !== null && draftOf(context) === null,
      isWritingOutdated: ({ context }) => ![null, context.writing].includes(draftOf(context)),
      isDraftStale: ({ context }) => ![null, context.kept].includes(draftOf(context)),
      isDraftUnkeepable: ({ context }) => !context.canKeepDrafts && draftOf(context) !== null,
      canKeepDrafts: ({ context }) => context.canKeepDrafts,
      mustWait: ({ context }) => context.secondsLeft > 0,
      isLastSecond: ({ context }) => context.secondsLeft <= 1,
      hasNetworkFailure: ({ context }) => context.failure !== null && isOfNetwork(context.failure),
    },
    actions: {
      setFound: assign((_, { draft }: { draft: Draft<Value> | null }) => ({ found: draft, kept: draft })),
      stopKeepingDrafts: assign({ canKeepDrafts: false }),
      open: assign(({ context }, { outcome }: WithOutcome) => ('failure' in outcome ? {} : opened(context, outcome))),
      openFound: assign(({ context }) => ({ content: context.found, found: null, isVerified: false })),
      setFailure: assign((_, { outcome }: WithOutcome) => ('failure' in outcome ? { failure: outcome.failure } : {})),
      setReloadFailure: assign((_, { outcome }: WithOutcome) =>
        'failure' in outcome ? { failure: outcome.failure, submitted: null } : {},
      ),
      setError: assign((_, { error }: { error: unknown }) => ({ failure: unexpectedError(error), submitted: null })),
      clearFailure: assign({ failure: null }),
      change: assign(({ context }, { patch }: { patch: Partial<Value> }) => ({
        content: withPatch(contentOf(context), patch),
      })),
      /** Before there is something that it changes. */
      setTyped: assign(({ context }, { patch }: { patch: Partial<Value> }) => ({
        typed: { ...context.typed, ...patch },
      })),
      applyTyped: assign(({ context }) => withTyped(context)),
      adopt: assign((_, { theirs }: { theirs: Versioned<Value> }) => ({
        content: unchanged(theirs),
        isVerified: true,
      })),
      setTheirs: assign(({ context }, { theirs }: { theirs: Versioned<Value> }) => withTheirs(context, theirs)),
      rebase: assign(({ context }) => rebased(context)),
      resolve: assign(({ context }, choice: { names: readonly string[]; side: 'mine' | 'theirs' }) =>
        resolved(context, choice.names, choice.side),
      ),
      discard: assign(({ context }) => discarded(context)),
      submit: assign((_, { key }: { key: string }) => ({ submitted: { key, restarts: 0 } })),
      restart: assign(({ context }, { outcome }: WithOutcome) =>
        'failure' in outcome ? {} : { theirs: versioned(outcome), submitted: restarted(context) },
      ),
      endSave: assign({ submitted: null, failure: null }),
      startAttempt: assign(({ context }) => ({
        content: withAttempt(contentOf(context), attemptKey(context)),
        failure: null,
      })),
      emitSaved: emit(({ context }, { outcome }: { outcome: SaveOutcome<Value, Answer> }) => {
        const content = contentOf(context);
        const answer = 'failure' in outcome ? undefined : outcome.answer;
        return { type: 'editor.saved' as const, before: content.base, after: lastAttempt(content).sent, answer };
      }),
      setAnswer: assign(({ context }, { outcome }: WithOutcome) =>
        'failure' in outcome ? {} : answered(context, versioned(outcome)),
      ),
      setRefusal: assign(({ context }, { outcome }: WithOutcome) =>
        'failure' in outcome
          ? {
              content: withFailure(contentOf(context), outcome.failure),
              failure: outcome.failure,
              secondsLeft: Math.ceil(outcome.failure.retryAfter ?? 0),
              submitted: null,
            }
          : {},
      ),
      setStopped: assign(({ context }) => ({
        content: withResend(contentOf(context)),
        failure: stoppedRequest,
        submitted: null,
      })),
      markResent: assign(({ context }) => ({ content: withResend(contentOf(context)) })),
      setOverdue: assign({ isOverdue: true }),
      clearOverdue: assign({ isOverdue: false }),
      /** Provided by the app: starts a check of the network. */
      reportSlow: () => undefined,
      /** Provided by the app: aborts the request that is running. */
      abort: () => undefined,
      countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
      startWriting: assign(({ context }) => ({ writing: draftOf(context) })),
      setKept: assign(({ context }) => ({ kept: context.writing, isDraftRefused: false })),
      setRemoved: assign({ kept: null }),
      setDraftRefused: assign({ isDraftRefused: true }),
      clearDraftRefused: assign({ isDraftRefused: false }),
    },
    delays: {
      second: 1_000,
      /** How much typing a crash may lose. */
      draftDelay: 300,
      /** A store that does not answer does not hold a save up. */
      draftTimeout: 2_000,
      slowRequestDelay,
      overdueDelay,
    },
  }).createMachine({
    id: 'editor',
    type: 'parallel',
    context: emptyContext,
    states: {
      network: {
        invoke: { src: 'watchNetwork' },
        initial: 'online',
        states: {
          online: { on: { 'network.offline': 'offline' } },
          offline: { tags: 'offline', on: { 'network.online': 'online' } },
        },
      },
      retryAfter: {
        initial: 'over',
        states: {
          over: { always: { guard: 'mustWait', target: 'counting' } },
          counting: {
            tags: 'waiting',
            after: {
              second: [
                { guard: 'isLastSecond', target: 'over', actions: 'countDown' },
                { target: 'counting', reenter: true, actions: 'countDown' },
              ],
            },
          },
        },
      },
      entity: {
        initial: 'reading',
        states: {
          reading: {
            tags: 'loading',
            on: { 'editor.change': { actions: { type: 'setTyped', params: ({ event }) => event } } },
            invoke: {
              src: 'readDraft',
              onDone: {
                target: 'loading',
                actions: { type: 'setFound', params: ({ event }) => ({ draft: event.output }) },
              },
              onError: { target: 'loading', actions: 'stopKeepingDrafts' },
            },
          },
          loading: {
            tags: 'loading',
            entry: 'clearFailure',
            on: { 'editor.change': { actions: { type: 'setTyped', params: ({ event }) => event } } },
            invoke: {
              src: 'load',
              input: { isReload: false },
              onDone: [
                {
                  guard: { type: 'hasFoundNothing', params: outcomeOf },
                  target: 'unavailable',
                  actions: { type: 'setFailure', params: outcomeOf },
                },
                {
                  guard: { type: 'hasFailed', params: outcomeOf },
                  target: 'ready',
                  actions: ['openFound', { type: 'setFailure', params: outcomeOf }],
                },
                { target: 'ready', actions: { type: 'open', params: outcomeOf } },
              ],
              onError: [
                {
                  guard: 'hasFound',
                  target: 'ready',
                  actions: ['openFound', { type: 'setError', params: errorOf }],
                },
                {
                  target: 'unavailable',
                  actions: { type: 'setError', params: errorOf },
                },
              ],
            },
          },
          unavailable: {
            tags: 'unavailable',
            on: {
              'editor.change': { actions: { type: 'setTyped', params: ({ event }) => event } },
              'editor.retry': 'loading',
              'network.online': 'loading',
            },
          },
          ready: {
            invoke: { src: 'watchEntity' },
            initial: 'opening',
            states: {
              opening: {
                always: [
                  { guard: 'hasTyped', target: 'deciding', actions: 'applyTyped' },
                  { guard: 'hasConflicts', target: 'conflict' },
                  { guard: 'isDirty', target: 'unsaved.restored' },
                  { target: 'clean' },
                ],
              },
              clean: {
                tags: 'clean',
                on: {
                  'editor.change': { target: 'deciding', actions: { type: 'change', params: ({ event }) => event } },
                  'entity.changed': {
                    actions: { type: 'adopt', params: theirsOf },
                  },
                },
                initial: 'untouched',
                states: { untouched: {}, saved: { tags: 'saved', entry: 'endSave' } },
              },
              /** After a change or a failure. */
              deciding: {
                always: [
                  { guard: 'hasConflicts', target: 'conflict' },
                  { guard: 'isRefused', target: 'unsaved.refused' },
                  { guard: 'isDirty', target: 'unsaved.dirty' },
                  { target: 'clean', actions: 'clearFailure' },
                ],
              },
              unsaved: {
                tags: 'dirty',
                on: {
                  'editor.change': { target: 'deciding', actions: { type: 'change', params: ({ event }) => event } },
                  'editor.save': {
                    guard: 'canSave',
                    target: 'rebasing',
                    actions: { type: 'submit', params: ({ event }) => event },
                  },
                  'editor.discard': [
                    { guard: 'isUncertain', target: '#editor.entity.loading', actions: 'discard' },
                    { target: 'clean', actions: 'discard' },
                  ],
                  'entity.changed': [
                    {
                      guard: { type: 'isOwnWrite', params: theirsOf },
                      target: 'rebasing',
                      actions: ['clearFailure', { type: 'setTheirs', params: theirsOf }],
                    },
                    { actions: { type: 'setTheirs', params: theirsOf } },
                  ],
                },
                initial: 'dirty',
                states: {
                  dirty: {},
                  /** A draft of an earlier visit; the failure says why its entity could not be loaded. */
                  restored: {
                    tags: 'restored',
                    on: {
                      'editor.change': {
                        target: '#editor.entity.ready.deciding',
                        actions: ['clearFailure', { type: 'change', params: ({ event }) => event }],
                      },
                    },
                  },
                  refused: {
                    tags: 'refused',
                    on: { 'network.online': { guard: 'hasNetworkFailure', target: 'dirty', actions: 'clearFailure' } },
                  },
                },
              },
              conflict: {
                tags: ['dirty', 'conflict'],
                entry: 'endSave',
                on: {
                  'editor.change': { actions: { type: 'change', params: ({ event }) => event } },
                  'editor.discard': { target: 'clean', actions: 'discard' },
                  'conflict.keepMine': {
                    target: 'deciding',
                    actions: { type: 'resolve', params: ({ context }) => ({ names: context.conflicts, side: 'mine' }) },
                  },
                  'conflict.takeTheirs': {
                    target: 'deciding',
                    actions: {
                      type: 'resolve',
                      params: ({ context }) => ({ names: context.conflicts, side: 'theirs' }),
                    },
                  },
                  'conflict.choose': {
                    target: 'deciding',
                    actions: { type: 'resolve', params: ({ event: { field, side } }) => ({ names: [field], side }) },
                  },
                  'entity.changed': {
                    target: 'deciding',
                    actions: [{ type: 'setTheirs', params: theirsOf }, 'rebase'],
                  },
                },
              },
              /** Merges with the server's newer value, if there is one. */
              rebasing: {
                entry: 'rebase',
                always: [
                  { guard: 'hasConflicts', target: 'conflict' },
                  { guard: 'mustSave', target: 'sending' },
                  { guard: 'isRefused', target: 'unsaved.refused' },
                  { guard: 'isDirty', target: 'unsaved.dirty' },
                  { target: 'clean.saved' },
                ],
              },
              sending: {
                tags: ['dirty', 'saving'],
                on: {
                  'editor.change': { actions: { type: 'change', params: ({ event }) => event } },
                  'entity.changed': {
                    actions: { type: 'setTheirs', params: theirsOf },
                  },
                },
                initial: 'preparing',
                states: {
                  /** The attempt is in the draft before it is sent, so that its key survives a crash. */
                  preparing: {
                    entry: 'startAttempt',
                    always: [
                      { guard: 'isAttemptKept', target: 'saving' },
                      { guard: 'hasDraftFailed', target: 'saving' },
                    ],
                    after: { draftTimeout: 'saving' },
                  },
                  saving: {
                    ...unanswered,
                    on: {
                      ...unanswered.on,
                      'editor.resend': { guard: 'isOnline', ...resave },
                      'network.online': resave,
                    },
                    invoke: {
                      src: 'save',
                      input: ({ context }) => saveOf(contentOf(context)),
                      onDone: [
                        {
                          guard: { type: 'isOutdated', params: outcomeOf },
                          target: 'reloading',
                          actions: { type: 'setFailure', params: outcomeOf },
                        },
                        {
                          guard: { type: 'hasFailed', params: outcomeOf },
                          target: '#editor.entity.ready.deciding',
                          actions: { type: 'setRefusal', params: outcomeOf },
                        },
                        {
                          target: '#editor.entity.ready.answered',
                          actions: [
                            { type: 'emitSaved', params: outcomeOf },
                            { type: 'setAnswer', params: outcomeOf },
                          ],
                        },
                      ],
                      onError: {
                        target: '#editor.entity.ready.deciding',
                        actions: { type: 'setError', params: errorOf },
                      },
                    },
                  },
                  /** The server has a newer version: a 412 does not say which. */
                  reloading: {
                    ...unanswered,
                    on: {
                      ...unanswered.on,
                      'editor.resend': { guard: 'isOnline', ...reload },
                      'network.online': reload,
                    },
                    invoke: {
                      src: 'load',
                      input: { isReload: true },
                      onDone: [
                        {
                          guard: { type: 'hasFailed', params: outcomeOf },
                          target: '#editor.entity.ready.deciding',
                          actions: { type: 'setReloadFailure', params: outcomeOf },
                        },
                        {
                          target: '#editor.entity.ready.rebasing',
                          actions: { type: 'restart', params: outcomeOf },
                        },
                      ],
                      onError: {
                        target: '#editor.entity.ready.deciding',
                        actions: { type: 'setError', params: errorOf },
                      },
                    },
                  },
                },
              },
              answered: {
                always: [{ guard: 'isDirty', target: 'unsaved.dirty' }, { target: 'clean.saved' }],
              },
            },
          },
        },
      },
      /** Until a draft is written again, what is typed is in this editor alone. */
      keeping: {
        initial: 'kept',
        states: {
          kept: { always: { guard: 'isDraftRefused', target: 'notKept' } },
          notKept: { tags: 'draftNotKept', always: { guard: 'isDraftAccepted', target: 'kept' } },
        },
      },
      draft: {
        initial: 'idle',
        states: {
          idle: {
            always: [
              { guard: 'isDraftObsolete', target: 'removing' },
              { guard: 'isDraftUnkeepable', target: 'failed', actions: 'setDraftRefused' },
              { guard: 'isDraftStale', target: 'pending' },
            ],
          },
          pending: {
            always: [
              { guard: 'isDraftCurrent', target: 'idle', actions: 'clearDraftRefused' },
              { guard: 'isDraftObsolete', target: 'removing', actions: 'clearDraftRefused' },
              { guard: 'isPreparing', target: 'writing' },
            ],
            after: { draftDelay: 'writing' },
            on: { 'editor.flush': 'writing' },
          },
          writing: {
            entry: 'startWriting',
            invoke: {
              src: 'writeDraft',
              input: ({ context }) => ({ draft: writingOf(context) }),
              onDone: { target: 'idle', actions: 'setKept' },
              onError: { target: 'failed', actions: 'setDraftRefused' },
            },
            on: { 'editor.flush': { guard: 'isWritingOutdated', target: 'writing', reenter: true } },
          },
          removing: {
            invoke: {
              src: 'removeDraft',
              onDone: { target: 'idle', actions: 'setRemoved' },
              onError: 'notRemoved',
            },
          },
          /** The next change tries again to write it. */
          failed: {
            always: [
              { guard: 'isDraftCurrent', target: 'idle', actions: 'clearDraftRefused' },
              { guard: 'isDraftObsolete', target: 'removing', actions: 'clearDraftRefused' },
            ],
            on: {
              'editor.change': { guard: 'canKeepDrafts', target: 'pending' },
              'editor.save': { guard: 'canKeepDrafts', target: 'pending' },
              'editor.flush': { guard: 'canKeepDrafts', target: 'writing' },
            },
          },
          /** A draft that should be gone; it is removed or replaced with the next change. */
          notRemoved: { on: { 'editor.change': 'idle', 'editor.flush': 'idle' } },
        },
      },
    },
  });
}

/** A request of a save that the user waits for. */
const unanswered = {
  exit: 'clearOverdue',
  after: { slowRequestDelay: { actions: 'reportSlow' }, overdueDelay: { actions: 'setOverdue' } },
  on: { 'editor.stop': { target: '#editor.entity.ready.deciding', actions: ['abort', 'setStopped'] } },
} as const;
const resave = { target: 'saving', reenter: true, actions: ['abort', 'markResent'] } as const;
const reload = { target: 'reloading', reenter: true, actions: 'abort' } as const;

/** The machine without its types, for the diagram. */
export const editorMachine = createEditorMachine<object>();

function errorOf({ event }: { event: { error: unknown } }): { error: unknown } {
  return { error: event.error };
}

interface Snapshot<Value> {
  readonly context: EditorContext<Value>;
}

/** What is in the editor, with what is typed; null until it is loaded. */
export function selectValue<Value>({ context }: Snapshot<Value>): Value | null {
  return context.content?.value ?? null;
}

/** What was typed before it was loaded; null for nothing. */
export function selectTyped<Value>({ context }: Snapshot<Value>): Partial<Value> | null {
  return context.typed;
}

/** What is typed and not in the store of drafts; null when the store has it. */
export function selectUnkeptDraft<Value>({ context }: Snapshot<Value>): Draft<Value> | null {
  const draft = draftOf(context);
  return draft === context.kept ? null : draft;
}

/** The value that the changes were made to; in a conflict with the server's other changes. */
export function selectBase<Value>({ context }: Snapshot<Value>): Value | null {
  return context.content?.base ?? null;
}

/** The server's newer value; null when the base is the newest one known. */
export function selectTheirs<Value>({ context }: Snapshot<Value>): Value | null {
  return context.theirs?.value ?? null;
}

/** True while something is typed that is not saved, or a save is not confirmed. */
export function selectIsDirty<Value>({ context }: Snapshot<Value>): boolean {
  return draftOf(context) !== null;
}

/** Why it could not be loaded or saved. */
export function selectFailure<Value>({ context }: Snapshot<Value>): Failure | null {
  return context.failure;
}

/** Why the server refused the value at a path such as `rules.points.0`; null when it did not. */
export function selectFieldError(path: string): (snapshot: { context: { failure: Failure | null } }) => string | null {
  return ({ context }) => context.failure?.fieldErrors.find((error) => error.path === path)?.message ?? null;
}

/** The fields that were changed both here and on the server. */
export function selectConflicts<Value>({ context }: Snapshot<Value>): readonly FieldName<Value>[] {
  return context.conflicts;
}

/** Seconds until it may be saved again; 0: now. */
export function selectSecondsLeft<Value>({ context }: Snapshot<Value>): number {
  return context.secondsLeft;
}

/** Whether the server has not answered a save for ten seconds. */
export function selectIsOverdue<Value>({ context }: Snapshot<Value>): boolean {
  return context.isOverdue;
}
