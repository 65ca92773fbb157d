// One machine: the waits and results of a file depend on each other.
import { assign, type SnapshotFrom, setup } from 'xstate';
import type { SessionUpload } from '#contract/api/bodies';
import type { Failure, Outcome } from '#contract/api/problem';
import { stillWaitingDelay } from '#contract/constants';
import type { UploadedSession } from '#contract/entities/session-version';
import type { Recording } from '#contract/race/recording';
import { listening, promised } from './actor-types.ts';
import { type Attempt, mayBeApplied, nextAttempt } from './attempt.ts';
import { errorOf, eventOf } from './event-params.ts';
import type { NetworkEvent } from './network-event.ts';
import { unexpectedError } from './unexpected-error.ts';

/** A converted file with its size in bytes and its omissions, or the reason why it is not a session file. */
export type ConvertedFile =
  | {
      readonly upload: SessionUpload;
      readonly size: number;
      readonly remarks: readonly string[];
      /** Neither content nor name has a time: the start is guessed from the last change of the file. */
      readonly isDateGuessed: boolean;
      /** The guessed start is impossible. */
      readonly isDateInvalid: boolean;
    }
  | { readonly reason: string };

/** The answer of the server: the stored session, and the result of the upload. */
export interface StoredUpload {
  readonly id: string;
  readonly result: UploadedSession['uploadResult'];
  /** The ETag of the stored session. */
  readonly version: string | null;
  readonly recording: Recording;
}

/** The stored session that an upload replaces, in the version that its owner has seen. */
interface Replaced {
  readonly id: string;
  readonly version: string;
}

interface Sent {
  /** Null: a stored session is kept. */
  readonly replaced: Replaced | null;
}

/** The request, with its Idempotency-Key. */
export interface SendInput extends Sent {
  readonly upload: SessionUpload;
  /** When it began, as a person said; null: as the file has it. */
  readonly startedAt: string | null;
  readonly key: string;
}

export interface UploadContext {
  readonly id: string;
  readonly isOnline: boolean;
  /** The user has confirmed the upload. */
  readonly isConfirmed: boolean;
  readonly converted: ConvertedFile | null;
  /** The start of the session, as entered. */
  readonly startedAt: string | null;
  /** The entered start, or the guessed one, is impossible. */
  readonly isStartInvalid: boolean;
  /** The answer; for a conflict, the stored session. */
  readonly stored: StoredUpload | null;
  readonly failure: Failure | null;
  readonly replaced: Replaced | null;
  /** A fresh id with the number of the attempts so far: the next Idempotency-Key. */
  readonly key: string;
  readonly attempts: number;
  /** The attempt that is sent, or the last one if the server may have applied it. */
  readonly attempt: Attempt<Sent> | null;
  /** Tries in a row that have failed. */
  readonly tries: number;
}

export type UploadEvent =
  | {
      readonly type: /** It is the file's turn. */
        | 'upload.start'
        | 'upload.confirm'
        | 'upload.stop'
        | 'upload.retry'
        /** The choice for a stored session of another version. */
        | 'upload.keep'
        | 'upload.replace'
        | NetworkEvent['type'];
    }
  | {
      readonly type: 'upload.setStart';
      /** Null: what a person has entered is no time at which it can have begun. */
      readonly startedAt: string | null;
    };

/** `key` is a fresh id; `isConfirmed`: the file was chosen in order to upload it. */
export interface UploadInput {
  readonly id: string;
  readonly key: string;
  readonly isConfirmed: boolean;
}

type Converted = { readonly converted: ConvertedFile };
type WithOutcome = { readonly outcome: Outcome<StoredUpload> };
const convertedOf = ({ event }: { event: { output: ConvertedFile } }): Converted => ({ converted: event.output });
const outcomeOf = ({ event }: { event: { output: Outcome<StoredUpload> } }): WithOutcome => ({ outcome: event.output });
const setConverted = { type: 'setConverted', params: convertedOf } as const;
const setOutcome = { type: 'setOutcome', params: outcomeOf } as const;
const setOnline = { type: 'setOnline', params: { isOnline: true } } as const;

/**
 * One session file. It is converted on this device, waits until a person confirms it, or its date where that is a guess,
 * and for its turn. A try that fails for want of an answer is made again with backoff and the same Idempotency-Key, or as
 * soon as there is a network; one without an answer can be stopped. When another version of the session is stored, a person
 * chooses which one stays.
 */
export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    input: {} as UploadInput,
    events: {} as UploadEvent,
    tags: {} as
      | UploadPhase
      /** It has a turn. */
      | 'active'
      /** A request is open. */
      | 'open',
  },
  actors: {
    /** Sends `network.online` or `network.offline` at once and after every change. */
    watchNetwork: listening('watchNetwork'),
    convert: promised<ConvertedFile, { readonly id: string }>('convert'),
    send: promised<Outcome<StoredUpload>, SendInput>('send'),
  },
  guards: {
    isOffline: ({ context }) => !context.isOnline,
    isStartValid: ({ context }) => !context.isStartInvalid,
    isConverted: ({ context }) => context.converted !== null,
    isConvertedOffline: ({ context }) => context.converted !== null && !context.isOnline,
    isUnconfirmed: ({ context }, { converted }: Converted) =>
      !context.isConfirmed || ('upload' in converted && converted.isDateGuessed),
    isUnreadable: (_, { converted }: Converted) => 'reason' in converted,
    isConflict: (_, { outcome }: WithOutcome) => 'value' in outcome && outcome.value.result === 'kept',
    passesByItself: ({ context }, { outcome }: WithOutcome) =>
      'failure' in outcome && passesByItself(outcome.failure) && (!context.isOnline || context.tries + 1 < maxTries),
    hasFailed: (_, { outcome }: WithOutcome) => 'failure' in outcome,
    isLastTry: ({ context }) => context.tries + 1 >= maxTries,
  },
  actions: {
    setOnline: assign((_, { isOnline }: { isOnline: boolean }) => ({ isOnline })),
    setConfirmed: assign({ isConfirmed: true }),
    setStart: assign(({ context }, { startedAt }: { startedAt: string | null }) => ({
      startedAt: startedAt ?? context.startedAt,
      isStartInvalid: startedAt === null,
    })),
    setConverted: assign((_, { converted }: Converted) => ({
      converted,
      isStartInvalid: 'upload' in converted && converted.isDateInvalid,
      failure: null,
    })),
    startAttempt: assign(({ context }) => ({
      failure: null,
      attempt: nextAttempt(context.attempt, { replaced: context.replaced }, `${context.key}.${context.attempts}`),
      attempts: context.attempts + 1,
    })),
    setOutcome: assign(({ context }, { outcome }: WithOutcome) =>
      'failure' in outcome
        ? { failure: outcome.failure, tries: context.tries + 1, attempt: unanswered(context.attempt, outcome.failure) }
        : { stored: outcome.value, tries: 0, attempt: null },
    ),
    setError: assign((_, { error }: { error: unknown }) => ({ failure: unexpectedError(error) })),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    resetTries: assign({ tries: 0 }),
    /** A session without a version could be replaced unseen: it is fetched again. */
    setReplaced: assign(({ context: { stored } }) => ({
      replaced: stored === null || stored.version === null ? null : { id: stored.id, version: stored.version },
    })),
    /** Provided by the app: starts a check of the network. */
    reportSlow: () => undefined,
    /** Provided by the app: removes the copy of the file that another app has stored on this device. */
    removeFile: () => undefined,
  },
  delays: {
    stillWaiting: stillWaitingDelay,
    sendTimeout: ({ context: { converted } }) =>
      sendTimeout(converted !== null && 'size' in converted ? converted.size : 0),
    retryDelay: ({ context: { tries, failure } }) => retryDelay(tries, failure),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({
    ...input,
    isOnline: true,
    converted: null,
    startedAt: null,
    isStartInvalid: false,
    stored: null,
    failure: null,
    replaced: null,
    attempt: null,
    attempts: 0,
    tries: 0,
  }),
  invoke: { src: 'watchNetwork' },
  initial: 'queued',
  on: {
    'network.online': { actions: setOnline },
    'network.offline': { actions: { type: 'setOnline', params: { isOnline: false } } },
    'upload.confirm': { actions: 'setConfirmed' },
  },
  states: {
    queued: {
      tags: 'queued',
      on: {
        'upload.start': [
          { guard: 'isConvertedOffline', target: 'offline' },
          { guard: 'isConverted', target: 'sending' },
          { target: 'converting' },
        ],
      },
    },
    converting: {
      tags: ['converting', 'active'],
      invoke: {
        src: 'convert',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          { guard: { type: 'isUnreadable', params: convertedOf }, target: 'unreadable', actions: setConverted },
          { guard: { type: 'isUnconfirmed', params: convertedOf }, target: 'ready', actions: setConverted },
          { guard: 'isOffline', target: 'offline', actions: setConverted },
          { target: 'sending', actions: setConverted },
        ],
        onError: [
          // The converter itself is loaded over the network.
          { guard: 'isOffline', target: 'offline' },
          { target: 'refused', actions: { type: 'setError', params: errorOf } },
        ],
      },
    },
    ready: {
      tags: 'ready',
      on: {
        'upload.confirm': [{ guard: 'isStartValid', target: 'queued' }, {}],
        'upload.setStart': { actions: { type: 'setStart', params: eventOf } },
      },
    },
    sending: {
      tags: ['sending', 'open'],
      entry: 'startAttempt',
      initial: 'waiting',
      invoke: {
        src: 'send',
        input: ({ context }) => inputOf(context),
        onDone: [
          { guard: { type: 'isConflict', params: outcomeOf }, target: 'conflict', actions: setOutcome },
          { guard: { type: 'passesByItself', params: outcomeOf }, target: 'retrying', actions: setOutcome },
          { guard: { type: 'hasFailed', params: outcomeOf }, target: 'refused', actions: setOutcome },
          { target: 'stored', actions: setOutcome },
        ],
        onError: { target: 'refused', actions: { type: 'setError', params: errorOf } },
      },
      after: {
        sendTimeout: [
          { guard: 'isLastTry', target: 'stopped' },
          { target: 'retrying', actions: 'countTry' },
        ],
      },
      on: {
        'upload.stop': 'stopped',
        'upload.retry': { target: 'sending', reenter: true },
        // An answer to a request over the earlier network may never come.
        'network.online': { guard: 'isOffline', target: 'sending', reenter: true, actions: setOnline },
      },
      states: {
        waiting: { tags: 'active', after: { stillWaiting: 'slow' } },
        /** Others have their turn meanwhile. */
        slow: { tags: 'slow', entry: 'reportSlow' },
      },
    },
    retrying: {
      tags: 'retrying',
      always: { guard: 'isOffline', target: 'offline' },
      after: { retryDelay: 'queued' },
      on: { 'upload.retry': 'queued', 'upload.stop': 'stopped' },
    },
    offline: {
      tags: 'offline',
      on: {
        // The queue sends nothing without a network: from there it would come back here at once.
        'upload.retry': [{ guard: 'isConverted', target: 'sending' }, { target: 'queued' }],
        'network.online': { target: 'queued', actions: [setOnline, 'resetTries'] },
      },
    },
    stopped: {
      tags: 'stopped',
      on: { 'upload.retry': { target: 'queued', actions: 'resetTries' } },
    },
    conflict: {
      tags: 'conflict',
      on: { 'upload.replace': { target: 'queued', actions: 'setReplaced' }, 'upload.keep': 'stored' },
    },
    refused: {
      tags: 'refused',
      on: { 'upload.retry': { target: 'queued', actions: 'resetTries' } },
    },
    unreadable: { type: 'final', tags: 'unreadable' },
    stored: { type: 'final', tags: 'stored', entry: 'removeFile' },
  },
});

function unanswered(attempt: Attempt<Sent> | null, failure: Failure): Attempt<Sent> | null {
  return attempt !== null && mayBeApplied(attempt, failure) ? attempt : null;
}

/** Entering `sending` needs a converted file, and starts an attempt. */
function inputOf({ converted, startedAt, attempt }: UploadContext): SendInput {
  if (converted === null || 'reason' in converted || attempt === null) throw new Error('the file is not converted');
  return { upload: converted.upload, startedAt, key: attempt.key, replaced: attempt.sent.replaced };
}

/** Tries in a row, while the server can be reached, before a person is asked. */
export const maxTries = 6;

const shortestDelay = 1_000;
const longestDelay = 30_000;
/** A request is given up after this time, and the time that its body takes on a slow line, in ms and bytes per ms. */
const timeout = 30_000;
const slowLine = 16;

/** How long to wait before the next try, in ms. */
export function retryDelay(tries: number, failure: Failure | null): number {
  const backoff = Math.min(longestDelay, shortestDelay * 2 ** Math.max(0, tries - 1));
  return Math.max(backoff, (failure?.retryAfter ?? 0) * 1_000);
}

/** How long a request with a body of this size may take, in ms. */
export function sendTimeout(size: number): number {
  return timeout + size / slowLine;
}

/** Whether the same request may succeed later: no answer came, or one that is not about its content. */
export function passesByItself({ kind, status }: Failure): boolean {
  switch (kind) {
    case 'offline':
    case 'unreachable':
    case 'mismatch':
      return true;
    case 'unexpected':
      return status === null || status >= 500 || status === 408 || status === 429;
    case 'problem':
      return status === 408 || status === 429;
    case 'outdated':
    case 'aborted':
    case 'internal':
      return false;
  }
}

type Snapshot = SnapshotFrom<typeof uploadMachine>;

const phases = [
  'queued',
  'converting',
  'ready',
  'slow',
  'sending',
  'offline',
  'retrying',
  'stopped',
  'conflict',
  'refused',
  'unreadable',
  'stored',
] as const;

/** The phases of a file; the machine has a tag for each. */
export type UploadPhase = (typeof phases)[number];

export function selectPhase(snapshot: Snapshot): UploadPhase {
  return phases.find((phase) => snapshot.hasTag(phase)) ?? 'queued';
}

/** Whether it is sent once a person says so. */
export function selectCanConfirm(snapshot: Snapshot): boolean {
  return snapshot.hasTag('ready') && !snapshot.context.isStartInvalid;
}
