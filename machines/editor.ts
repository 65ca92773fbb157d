// One statechart: the content, its draft, the network and Retry-After decide together whether a save is sent.

import { and, assign, emit, not, raise, setup, stateIn } from 'xstate';
import type { Failure, Outcome } from '#contract/api/problem';
import { overdueDelay, slowRequestDelay } from '#contract/constants';
import { listening, promised } from './actor-types.ts';
import { type Attempt, mayBeApplied, nextAttempt } from './attempt.ts';
import { isEqual } from './equal.ts';
import { errorOf, eventOf } from './event-params.ts';
import { isOfNetwork, stoppedRequest } from './failure-kinds.ts';
import { type Lists, mergeFields, type Place, withAgreed, withPlaces } from './merge-fields.ts';
import type { NetworkEvent } from './network-event.ts';
import { unexpectedError } from './unexpected-error.ts';

/** An entity as the server has it; `version` is its ETag, null for an entity without one. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly version: string | null;
}

/** The content of an editor, which is its draft while it has unsaved changes. */
export interface Draft<Value> extends Versioned<Value> {
  /** The server's value that the changes were made to; `version` is its version. */
  readonly base: Value;
  /** Saves that the server may have applied although no answer came; the last one may be running. */
  readonly attempts: readonly Attempt<Value>[];
}

/** The content of an editor after a merge. */
export interface Rebased<Value> {
  readonly content: Draft<Value>;
  /** What both sides changed; the content has mine. */
  readonly conflicts: readonly Place<Value>[];
}

export interface EditorContext<Value> {
  /** It does not exist yet, and is sent without a version of its own. */
  readonly isNew: boolean;
  /** Null until something was loaded. */
  readonly content: Draft<Value> | null;
  /** Input from before the entity was loaded; null without any. */
  readonly typed: Partial<Value> | null;
  /** The server's value where it is newer than the base of the content. */
  readonly theirs: Versioned<Value> | null;
  /** What was changed both here and on the server. */
  readonly conflicts: readonly Place<Value>[];
  readonly failure: Failure | null;
  /** Seconds until it may be saved again, from Retry-After. */
  readonly secondsLeft: number;
  /** The server has not answered a save for ten seconds. */
  readonly isOverdue: boolean;
  /** The save under way: its key, and how often a newer version of the server made it start again. */
  readonly submitted: { readonly key: string; readonly restarts: number } | null;
  /** False while only a draft has the base. */
  readonly isVerified: boolean;
  /** The draft of an earlier visit, until it is shown. */
  readonly found: Draft<Value> | null;
  /** The draft in the store of this device; up to date when it is the draft itself. */
  readonly stored: Draft<Value> | null;
  /** The draft that is being written, or was written last. */
  readonly writing: Draft<Value> | null;
  /** False when the store could not be read: writing could overwrite a draft that was never shown. */
  readonly canStore: boolean;
  /** The store refused the last draft. */
  readonly isDraftRefused: boolean;
}

export interface Save<Value> {
  readonly value: Value;
  readonly base: Value;
  /** For If-Match; null: none is sent. */
  readonly version: string | null;
  /** For Idempotency-Key. */
  readonly key: string;
}

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
  | { readonly type: 'conflict.choose'; readonly field: Place<Value>; readonly side: 'mine' | 'theirs' }
  | Pick<NetworkEvent, 'type'>
  | ({ readonly type: 'entity.changed' } & Versioned<Value>);

/** How a save ended. */
export type SaveOutcome<Value, Answer> =
  | (Versioned<Value> & { readonly answer: Answer })
  | { readonly failure: Failure };

/** A save has succeeded: the values before and after it, and the answer. */
export interface EditorSaved<Value, Answer> {
  readonly type: 'editor.saved';
  readonly before: Value;
  readonly after: Value;
  readonly answer: Answer;
}

/**
 * The editor of one entity. Its input is a draft on the device until it is saved or discarded. A save names
 * the version that it changes; where the server has a newer one, changes of both sides are merged by field, lists by
 * their rows, and what both changed is left to the user. Nothing is sent without `editor.save`; a save without an answer is sent again, with
 * its key, when the network was lost meanwhile.
 */
export function createEditorMachine<Value extends object, Answer = unknown>(lists: Lists<Value> = {}) {
  const outcomeOf = ({ event }: { event: { output: Outcome<Value> } }) => ({ outcome: event.output });
  const answerOf = ({ event: { output } }: { event: { output: SaveOutcome<Value, Answer> } }) => {
    if ('failure' in output) throw new Error('the save has failed');
    return { answer: output.answer };
  };
  const theirsOf = ({ event }: { event: Versioned<Value> }) => ({ theirs: versioned(event) });
  const setTheirs = { type: 'setTheirs', params: theirsOf } as const;
  type WithOutcome = { outcome: Outcome<Value> };
  return setup({
    types: {
      context: {} as EditorContext<Value>,
      input: {} as { readonly isNew: boolean },
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
        | 'offline',
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
      /** The server has a newer version to merge with. Of something new a 412 is a refusal: the user first sees the changes of others. */
      isOutdated: ({ context }, { outcome }: WithOutcome) =>
        'failure' in outcome && outcome.failure.status === 412 && !context.isNew,
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
      isReadingDraft: stateIn({ draft: 'reading' }),
      isAttemptStored: ({ context }) => context.stored?.attempts === contentOf(context).attempts,
      hasDraftFailed: and([stateIn({ draft: 'failed' }), not('mayWriteDraft')]),
      isDraftStored: ({ context }) => draftToStore(context) === context.stored,
      isDraftObsolete: ({ context }) => draftToStore(context) === null && context.stored !== null,
      isDraftNew: ({ context }) => ![null, context.stored].includes(draftToStore(context)),
      hasDraft: ({ context }) => draftToStore(context) !== null,
      /** There is a draft other than the one that was written last. */
      mayWriteDraft: ({ context }) => context.canStore && ![null, context.writing].includes(draftToStore(context)),
      isUnkeepable: ({ context }) => !context.canStore && draftToStore(context) !== null,
      canStore: ({ context }) => context.canStore,
      mustWait: ({ context }) => context.secondsLeft > 0,
      hasNetworkFailure: ({ context }) => context.failure !== null && isOfNetwork(context.failure),
    },
    actions: {
      setFound: assign((_, { draft }: { draft: Draft<Value> | null }) => ({ found: draft, stored: draft })),
      stopKeeping: assign({ canStore: false }),
      startWriting: assign(({ context }) => ({ writing: draftToStore(context) })),
      setStored: assign(({ context }) => ({ stored: context.writing, isDraftRefused: false })),
      setRemoved: assign({ stored: null }),
      setDraftRefused: assign({ isDraftRefused: true }),
      clearDraftRefused: assign({ isDraftRefused: false }),
      flushDraft: raise({ type: 'editor.flush' }),
      open: assign(({ context }, { outcome }: WithOutcome) =>
        'failure' in outcome ? {} : opened(context, outcome, lists),
      ),
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
      rebase: assign(({ context }) => rebased(context, lists)),
      resolve: assign(({ context }, { field, side }: { field: Place<Value>; side: 'mine' | 'theirs' }) =>
        resolved(context, { field, side }, lists),
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
      emitSaved: emit(({ context }, { answer }: { answer: Answer }) => {
        const content = contentOf(context);
        return { type: 'editor.saved' as const, before: content.base, after: lastAttempt(content).sent, answer };
      }),
      setAnswer: assign(({ context }, { outcome }: WithOutcome) =>
        'failure' in outcome ? {} : answered(context, versioned(outcome), lists),
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
      countDown: assign(({ context }) => ({ secondsLeft: context.secondsLeft - 1 })),
    },
    delays: {
      /** A store that does not answer does not hold a save up. */
      draftTimeout: 2_000,
      slowRequestDelay,
      overdueDelay,
      second: 1_000,
      /** How much typing a crash may lose. */
      draftDelay: 300,
    },
  }).createMachine({
    id: 'editor',
    type: 'parallel',
    context: ({ input }) => ({
      ...input,
      content: null,
      typed: null,
      theirs: null,
      conflicts: [],
      failure: null,
      secondsLeft: 0,
      isOverdue: false,
      submitted: null,
      isVerified: true,
      found: null,
      stored: null,
      writing: null,
      canStore: true,
      isDraftRefused: false,
    }),
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
            always: { guard: not('mustWait'), target: 'over' },
            after: { second: { target: 'counting', reenter: true, actions: 'countDown' } },
          },
        },
      },
      entity: {
        initial: 'reading',
        states: {
          reading: {
            tags: 'loading',
            on: { 'editor.change': { actions: { type: 'setTyped', params: eventOf } } },
            always: { guard: not('isReadingDraft'), target: 'loading' },
          },
          loading: {
            tags: 'loading',
            entry: 'clearFailure',
            on: { 'editor.change': { actions: { type: 'setTyped', params: eventOf } } },
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
                { guard: 'hasFound', target: 'ready', actions: ['openFound', setError] },
                { target: 'unavailable', actions: setError },
              ],
            },
          },
          unavailable: {
            tags: 'unavailable',
            on: {
              'editor.change': { actions: { type: 'setTyped', params: eventOf } },
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
                  'editor.change': { target: 'deciding', actions: { type: 'change', params: eventOf } },
                  'entity.changed': { actions: { type: 'adopt', params: theirsOf } },
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
                  'editor.change': { target: 'deciding', actions: { type: 'change', params: eventOf } },
                  'editor.save': {
                    guard: 'canSave',
                    target: 'rebasing',
                    actions: { type: 'submit', params: eventOf },
                  },
                  'editor.discard': [
                    { guard: 'isUncertain', target: '#editor.entity.loading', actions: 'discard' },
                    { target: 'clean', actions: 'discard' },
                  ],
                  'entity.changed': [
                    {
                      guard: { type: 'isOwnWrite', params: theirsOf },
                      target: 'rebasing',
                      actions: ['clearFailure', setTheirs],
                    },
                    { actions: setTheirs },
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
                        actions: ['clearFailure', { type: 'change', params: eventOf }],
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
                  'editor.change': { actions: { type: 'change', params: eventOf } },
                  'editor.discard': { target: 'clean', actions: 'discard' },
                  'conflict.choose': { target: 'deciding', actions: { type: 'resolve', params: eventOf } },
                  'entity.changed': { target: 'deciding', actions: [setTheirs, 'rebase'] },
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
                  'editor.change': { actions: { type: 'change', params: eventOf } },
                  'entity.changed': { actions: setTheirs },
                },
                initial: 'preparing',
                states: {
                  /** The attempt is in the draft before it is sent, so that its key survives a crash. */
                  preparing: {
                    entry: ['startAttempt', 'flushDraft'],
                    always: [
                      { guard: 'isAttemptStored', target: 'saving' },
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
                            { type: 'emitSaved', params: answerOf },
                            { type: 'setAnswer', params: outcomeOf },
                          ],
                        },
                      ],
                      onError: { target: '#editor.entity.ready.deciding', actions: setError },
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
                      onError: { target: '#editor.entity.ready.deciding', actions: setError },
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
      /** Restores the draft of an earlier visit, then stores each change of it a moment later, until there is none. */
      draft: {
        initial: 'reading',
        states: {
          reading: {
            invoke: {
              src: 'readDraft',
              onDone: {
                target: 'idle',
                actions: { type: 'setFound', params: ({ event }) => ({ draft: event.output }) },
              },
              onError: { target: 'idle', actions: 'stopKeeping' },
            },
          },
          idle: {
            always: [
              { guard: 'isDraftObsolete', target: 'removing' },
              { guard: 'isUnkeepable', target: 'failed', actions: 'setDraftRefused' },
              { guard: 'isDraftNew', target: 'pending' },
            ],
          },
          pending: {
            always: endOfDraft,
            after: { draftDelay: 'writing' },
            on: { 'editor.flush': 'writing' },
          },
          writing: {
            entry: 'startWriting',
            invoke: {
              src: 'writeDraft',
              input: ({ context }) => ({ draft: writingOf(context) }),
              onDone: { target: 'idle', actions: 'setStored' },
              onError: { target: 'failed', actions: 'setDraftRefused' },
            },
            on: { 'editor.flush': { guard: 'mayWriteDraft', target: 'writing', reenter: true } },
          },
          removing: {
            invoke: { src: 'removeDraft', onDone: { target: 'idle', actions: 'setRemoved' }, onError: 'notRemoved' },
          },
          /** The next change tries again to write it. */
          failed: {
            always: [...endOfDraft, { guard: 'mayWriteDraft', target: 'pending' }],
            on: { 'editor.flush': { guard: 'canStore', target: 'writing' } },
          },
          /** A draft that should be gone; it is removed or replaced with the next change. */
          notRemoved: {
            always: { guard: 'hasDraft', target: 'idle' },
            on: { 'editor.flush': 'idle' },
          },
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
const endOfDraft = [
  { guard: 'isDraftStored', target: 'idle', actions: 'clearDraftRefused' },
  { guard: 'isDraftObsolete', target: 'removing', actions: 'clearDraftRefused' },
] as const;
const setError = { type: 'setError', params: errorOf } as const;
const resave = { target: 'saving', reenter: true, actions: ['abort', 'markResent'] } as const;
const reload = { target: 'reloading', reenter: true, actions: 'abort' } as const;

/** The machine without its types, for the diagram. */
export const editorMachine = createEditorMachine<object>();

/** A save restarts at most so often by itself when the entity keeps changing on the server. */
const maxRestarts = 3;

/** @throws Error before anything was loaded. */
function contentOf<Value>({ content }: EditorContext<Value>): Draft<Value> {
  if (content === null) throw new Error('nothing was loaded');
  return content;
}

/** @throws Error when no draft is being written. */
function writingOf<Value>({ writing }: EditorContext<Value>): Draft<Value> {
  if (writing === null) throw new Error('no draft is being written');
  return writing;
}

/** The draft to store: null without unsaved changes. A found draft stays until it is shown. */
function draftToStore<Value>(context: EditorContext<Value>): Draft<Value> | null {
  return context.found ?? draftOf(context);
}

/** The unsaved changes; null without any. */
function draftOf<Value>({ content, conflicts }: EditorContext<Value>): Draft<Value> | null {
  return content !== null && (isDirty(content) || conflicts.length > 0) ? content : null;
}

/** The loaded entity, with earlier input. */
function withTyped<Value extends object>(context: EditorContext<Value>): Partial<EditorContext<Value>> {
  return { content: withPatch(contentOf(context), context.typed ?? {}), typed: null };
}

function versioned<Value>({ value, version }: Versioned<Value>): Versioned<Value> {
  return { value, version };
}

function opened<Value extends object>(
  context: EditorContext<Value>,
  loaded: Versioned<Value>,
  lists: Lists<Value>,
): Partial<EditorContext<Value>> {
  const { found } = context;
  if (found === null) return { content: unchanged(loaded), isVerified: true };
  return { ...rebased({ ...context, content: found, theirs: versioned(loaded) }, lists), found: null };
}

/** Stores the server's newer value; the one that is being edited is nothing new. */
function withTheirs<Value>(context: EditorContext<Value>, theirs: Versioned<Value>): Partial<EditorContext<Value>> {
  const content = contentOf(context);
  // Another tab that has saved has removed the draft of both. A copy is not the stored draft, and is written anew.
  return isBase(content, theirs) ? {} : { theirs, content: { ...content } };
}

function rebased<Value extends object>(
  context: EditorContext<Value>,
  lists: Lists<Value>,
): Partial<EditorContext<Value>> {
  const { theirs } = context;
  if (theirs === null) return {};
  const { content, conflicts } = rebase(contentOf(context), theirs, lists);
  return { content, conflicts, theirs: conflicts.length === 0 ? null : theirs, isVerified: true };
}

function resolved<Value extends object>(
  context: EditorContext<Value>,
  choice: Choice<Value>,
  lists: Lists<Value>,
): Partial<EditorContext<Value>> {
  const { theirs } = context;
  if (theirs === null) return {};
  const rest = { content: contentOf(context), conflicts: context.conflicts };
  const { content, conflicts } = resolve(rest, theirs, choice, lists);
  return { content, conflicts, theirs: conflicts.length === 0 ? null : theirs };
}

/** Returns to the value of the server; to nothing where that is uncertain, so that it is loaded. */
function discarded<Value>(context: EditorContext<Value>): Partial<EditorContext<Value>> {
  const { base, version, attempts } = contentOf(context);
  const isCertain = context.isVerified && attempts.length === 0;
  return {
    content: isCertain ? unchanged(context.theirs ?? { value: base, version }) : null,
    theirs: null,
    conflicts: [],
    failure: null,
    isVerified: true,
  };
}

function answered<Value extends object>(
  context: EditorContext<Value>,
  answer: Versioned<Value>,
  lists: Lists<Value>,
): Partial<EditorContext<Value>> {
  const before = contentOf(context);
  const content = withAnswer(before, answer, lists);
  const { theirs } = context;
  const isNewer = theirs !== null && !isBase(content, theirs) && !isOwnWrite(before, theirs);
  const isAdopted = isNewer && !isDirty(content);
  return {
    content: isAdopted ? unchanged(theirs) : content,
    theirs: isNewer && !isAdopted ? theirs : null,
    isVerified: true,
    submitted: null,
  };
}

/** Null ends the save: after too many restarts, or when something was typed that the user has not asked to save. */
function restarted<Value>(context: EditorContext<Value>): EditorContext<Value>['submitted'] {
  const { submitted } = context;
  const content = contentOf(context);
  if (submitted === null || submitted.restarts === maxRestarts) return null;
  return isEqual(content.value, lastAttempt(content).sent) ? { ...submitted, restarts: submitted.restarts + 1 } : null;
}

/** Each restart sends something else, so it has a key of its own. */
function attemptKey<Value>({ submitted }: EditorContext<Value>): string {
  if (submitted === null) throw new Error('no save was submitted');
  return submitted.restarts === 0 ? submitted.key : `${submitted.key}.${submitted.restarts}`;
}

function saveOf<Value>(content: Draft<Value>): Save<Value> {
  const { key, sent } = lastAttempt(content);
  return { value: sent, base: content.base, version: content.version, key };
}

/** The content of an editor in which nothing was changed. */
function unchanged<Value>({ value, version }: Versioned<Value>): Draft<Value> {
  return { value, base: value, version, attempts: [] };
}

/** True when the server may have another value than the input. */
function isDirty<Value>({ value, base, attempts }: Draft<Value>): boolean {
  return attempts.length > 0 || !isEqual(value, base);
}

/** True when the server's value is the one that the changes were made to. */
export function isBase<Value>({ base, version }: Draft<Value>, theirs: Versioned<Value>): boolean {
  return (theirs.version !== null && theirs.version === version) || isEqual(theirs.value, base);
}

/** True when the server has stored an unanswered save. */
function isOwnWrite<Value>({ attempts }: Draft<Value>, theirs: Versioned<Value>): boolean {
  return attempts.some(({ sent }) => isEqual(sent, theirs.value));
}

/** The content after typing. */
function withPatch<Value extends object>(content: Draft<Value>, patch: Partial<Value>): Draft<Value> {
  const value = { ...content.value, ...patch };
  return isEqual(value, content.value) ? content : { ...content, value };
}

/** Merges the typed changes with the server's value. What is in conflict keeps its old base until it is resolved. */
export function rebase<Value extends object>(
  content: Draft<Value>,
  theirs: Versioned<Value>,
  lists: Lists<Value> = {},
): Rebased<Value> {
  // What an unanswered save has changed is no change any more, if the server has its values.
  const base = content.attempts.reduce((so, { sent }) => withAgreed(so, sent, theirs.value, lists), content.base);
  const { merged, conflicts } = mergeFields(base, content.value, theirs.value, lists);
  const version = conflicts.length === 0 ? theirs.version : content.version;
  return {
    content: {
      value: merged,
      base: withPlaces(theirs.value, base, conflicts, lists),
      version,
      attempts: attemptsAfter(content, theirs),
    },
    conflicts,
  };
}

/** The saves that the server may still apply. */
function attemptsAfter<Value>(content: Draft<Value>, theirs: Versioned<Value>): readonly Attempt<Value>[] {
  const { attempts, version } = content;
  if (isBase(content, theirs)) return attempts;
  // A write with If-Match is not applied any more once the version has changed.
  return version === null ? attempts.filter(({ sent }) => !isEqual(sent, theirs.value)) : [];
}

interface Choice<Value> {
  readonly field: Place<Value>;
  readonly side: 'mine' | 'theirs';
}

/** Ends one conflict in favour of one side. */
export function resolve<Value extends object>(
  { content, conflicts }: Rebased<Value>,
  theirs: Versioned<Value>,
  { field, side }: Choice<Value>,
  lists: Lists<Value> = {},
): Rebased<Value> {
  const left = conflicts.filter((each) => !isEqual(each, field));
  return {
    content: {
      ...content,
      value: side === 'mine' ? content.value : withPlaces(content.value, theirs.value, [field], lists),
      base: withPlaces(content.base, theirs.value, [field], lists),
      version: left.length === 0 ? theirs.version : content.version,
    },
    conflicts: left,
  };
}

/** The content with the attempt that is sent next, as the last one. */
export function withAttempt<Value>(content: Draft<Value>, newKey: string): Draft<Value> {
  const { attempts, value } = content;
  const unanswered = attempts.find(({ sent }) => isEqual(sent, value)) ?? null;
  const attempt = nextAttempt(unanswered, value, newKey);
  return { ...content, attempts: [...attempts.filter((other) => other !== unanswered), attempt] };
}

/** The content while its last attempt is sent once more. */
function withResend<Value>(content: Draft<Value>): Draft<Value> {
  return { ...content, attempts: [...content.attempts.slice(0, -1), { ...lastAttempt(content), isResent: true }] };
}

/** The content after its last attempt was saved; later input stays. */
function withAnswer<Value extends object>(
  content: Draft<Value>,
  answer: Versioned<Value>,
  lists: Lists<Value>,
): Draft<Value> {
  const sent = lastAttempt(content).sent;
  return { ...unchanged(answer), value: mergeFields(sent, content.value, answer.value, lists).merged };
}

/** The content after its last attempt failed. */
function withFailure<Value>(content: Draft<Value>, failure: Failure): Draft<Value> {
  return mayBeApplied(lastAttempt(content), failure)
    ? content
    : { ...content, attempts: content.attempts.slice(0, -1) };
}

/** @throws Error when nothing was sent. */
function lastAttempt<Value>({ attempts }: Draft<Value>): Attempt<Value> {
  const attempt = attempts.at(-1);
  if (attempt === undefined) throw new Error('nothing was sent');
  return attempt;
}

interface Snapshot<Value> {
  readonly context: EditorContext<Value>;
}

/** The value in the editor, with the input; null until it is loaded. */
export function selectValue<Value>({ context }: Snapshot<Value>): Value | null {
  return context.content?.value ?? null;
}

/** The draft that is not stored yet; null without one. */
export function selectUnstoredDraft<Value>({ context }: Snapshot<Value>): Draft<Value> | null {
  const draft = draftOf(context);
  return draft === context.stored ? null : draft;
}

/** The server's newer value; null when the base is the newest. */
export function selectTheirs<Value>({ context }: Snapshot<Value>): Value | null {
  return context.theirs?.value ?? null;
}

/** True while something is typed that is not saved, or a save is not confirmed. */
export function selectIsDirty<Value>({ context }: Snapshot<Value>): boolean {
  return draftOf(context) !== null;
}
