import { and, assign, emit, sendTo, setup, stateIn } from 'xstate';
import type { Failure, Outcome } from '#contract/api/problem';
import { overdueDelay, slowRequestDelay } from '#contract/constants';
import { listening, promised } from './actor-types.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import {
  type DraftStatus,
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
  opened,
  rebased,
  resolved,
  restarted,
  type Save,
  versioned,
  withTheirs,
  withTyped,
} from './editor-context.ts';
import { isOfNetwork, stoppedRequest } from './failure-kinds.ts';
import type { FieldName } from './merge-fields.ts';
import type { NetworkEvent } from './network-event.ts';
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
  | { readonly type: 'conflict.choose'; readonly field: FieldName<Value>; readonly side: 'mine' | 'theirs' }
  | Pick<NetworkEvent, 'type'>
  | ({ readonly type: 'entity.changed' } & Versioned<Value>);

/** How a save ended; `answer` is what else the server said. */
export type SaveOutcome<Value, Answer> =
  | (Versioned<Value> & { readonly answer?: Answer })
  | { readonly failure: Failure };

/** A save has succeeded: the values before and after it, and the answer. */
export interface EditorSaved<Value, Answer> {
  readonly type: 'editor.saved';
  readonly before: Value;
  readonly after: Value;
  readonly answer: Answer | undefined;
}

/** The types, guards and actions of the machine `editor`. */
export function setupEditor<Value extends object, Answer>() {
  type WithOutcome = { outcome: Outcome<Value> };
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
        | 'offline',
    },
    actors: {
      load: promised<Outcome<Value>, { readonly isReload: boolean }>('load'),
      save: promised<SaveOutcome<Value, Answer>, Save<Value>>('save'),
      drafts: createDraftKeeper<Value>(),
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
      hasReadDrafts: ({ context }) => context.drafts.isRead,
      hasDraftNews: ({ context }) =>
        context.drafts.isRead && context.found === null && context.reported !== draftOf(context),
      isAttemptStored: ({ context }) => context.drafts.stored?.attempts === contentOf(context).attempts,
      hasDraftFailed: ({ context }) => context.drafts.hasFailed,
      mustWait: ({ context }) => context.secondsLeft > 0,
      hasNetworkFailure: ({ context }) => context.failure !== null && isOfNetwork(context.failure),
    },
    actions: {
      setDrafts: assign((_, { drafts }: { drafts: DraftStatus<Value> }) => ({ drafts })),
      setFound: assign(({ context }) => ({ found: context.drafts.stored, reported: context.drafts.stored })),
      setReported: assign(({ context }) => ({ reported: draftOf(context) })),
      reportDraft: sendTo('drafts', ({ context }) => ({ type: 'draft.changed', draft: context.reported })),
      flushDraft: sendTo('drafts', { type: 'draft.flush' }),
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
      resolve: assign(({ context }, { field, side }: { field: FieldName<Value>; side: 'mine' | 'theirs' }) =>
        resolved(context, field, side),
      ),
      discard: assign(({ context }) => discarded(context)),
      submit: assign((_, { key }: { key: string }) => ({ submitted: { key, restarts: 0 } })),
      restart: assign(({ context }, { outcome }: WithOutcome) =>
        'failure' in outcome ? {} : { theirs: versioned(outcome), submitted: restarted(context) },
      ),
      endSave: assign({ submitted: null, failure: null }),
      startAttempt: assign(({ context }) => ({
        content: withAttempt(contentOf(context), attemptKey(context)),
        // The store has not answered yet.
        drafts: { ...context.drafts, hasFailed: false },
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
      countDown: assign(({ context }) => ({ secondsLeft: context.secondsLeft - 1 })),
    },
    delays: {
      /** A store that does not answer does not hold a save up. */
      draftTimeout: 2_000,
      slowRequestDelay,
      overdueDelay,
      second: 1_000,
    },
  });
}
