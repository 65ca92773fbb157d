import { assign, type SnapshotFrom, setup } from 'xstate';
import type { SessionUpload } from '#contract/bodies';
import type { Failure, Outcome } from '#contract/problem';
import { listening, promised } from './actor-types.ts';
import { unexpectedError } from './unexpected-error.ts';

/** A converted file with what was left out of it, or why it is not a session file. */
export type ConvertedFile =
  | { readonly upload: SessionUpload; readonly remarks: readonly string[] }
  | { readonly reason: string };

/** The stored session of a file. */
export interface StoredUpload {
  readonly id: string;
  /** The server had this session before. */
  readonly isKnown: boolean;
}

interface Context {
  readonly isOnline: boolean;
  readonly converted: ConvertedFile | null;
  readonly stored: StoredUpload | null;
  readonly failure: Failure | null;
}

export type UploadEvent =
  /** It is the file's turn. */
  { readonly type: 'upload.start' | 'upload.retry' | 'network.online' | 'network.offline' };

/** One session file: it waits for its turn, is converted on this device and sent; without a network it waits for one. */
export const uploadMachine = setup({
  types: {
    context: {} as Context,
    events: {} as UploadEvent,
    tags: {} as 'queued' | 'converting' | 'sending' | 'offline' | 'refused' | 'unreadable' | 'stored' | 'active',
  },
  actors: {
    /** Sends `network.online` or `network.offline` at once and after every change. */
    watchNetwork: listening('watchNetwork'),
    convert: promised<ConvertedFile, undefined>('convert'),
    send: promised<Outcome<StoredUpload>, { readonly upload: SessionUpload }>('send'),
  },
  guards: {
    isOffline: ({ context }) => !context.isOnline,
    isConverted: ({ context }) => context.converted !== null,
    isUnreadable: (_, { converted }: { converted: ConvertedFile }) => 'reason' in converted,
    lacksNetwork: (_, { outcome }: { outcome: Outcome<StoredUpload> }) =>
      'failure' in outcome && (outcome.failure.kind === 'offline' || outcome.failure.kind === 'unreachable'),
    hasFailed: (_, { outcome }: { outcome: Outcome<StoredUpload> }) => 'failure' in outcome,
  },
  actions: {
    setOnline: assign((_, { isOnline }: { isOnline: boolean }) => ({ isOnline })),
    setConverted: assign((_, { converted }: { converted: ConvertedFile }) => ({ converted })),
    setOutcome: assign((_, { outcome }: { outcome: Outcome<StoredUpload> }) =>
      'failure' in outcome ? { failure: outcome.failure } : { stored: outcome.value },
    ),
    setError: assign((_, { error }: { error: unknown }) => ({ failure: unexpectedError(error) })),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'upload',
  context: { isOnline: true, converted: null, stored: null, failure: null },
  invoke: { src: 'watchNetwork' },
  initial: 'queued',
  on: {
    'network.online': { actions: { type: 'setOnline', params: { isOnline: true } } },
    'network.offline': { actions: { type: 'setOnline', params: { isOnline: false } } },
  },
  states: {
    queued: {
      tags: 'queued',
      on: { 'upload.start': [{ guard: 'isConverted', target: 'sending' }, { target: 'converting' }] },
    },
    converting: {
      tags: ['converting', 'active'],
      entry: 'clearFailure',
      invoke: {
        src: 'convert',
        onDone: [
          {
            guard: { type: 'isUnreadable', params: ({ event }) => ({ converted: event.output }) },
            target: 'unreadable',
            actions: { type: 'setConverted', params: ({ event }) => ({ converted: event.output }) },
          },
          {
            guard: 'isOffline',
            target: 'offline',
            actions: { type: 'setConverted', params: ({ event }) => ({ converted: event.output }) },
          },
          {
            target: 'sending',
            actions: { type: 'setConverted', params: ({ event }) => ({ converted: event.output }) },
          },
        ],
        onError: [
          // The converter itself is loaded over the network.
          { guard: 'isOffline', target: 'offline' },
          { target: 'refused', actions: { type: 'setError', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    sending: {
      tags: ['sending', 'active'],
      entry: 'clearFailure',
      invoke: {
        src: 'send',
        input: ({ context }) => ({ upload: uploadOf(context) }),
        onDone: [
          {
            guard: { type: 'lacksNetwork', params: ({ event }) => ({ outcome: event.output }) },
            target: 'offline',
          },
          {
            guard: { type: 'hasFailed', params: ({ event }) => ({ outcome: event.output }) },
            target: 'refused',
            actions: { type: 'setOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'stored', actions: { type: 'setOutcome', params: ({ event }) => ({ outcome: event.output }) } },
        ],
        onError: { target: 'refused', actions: { type: 'setError', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    offline: {
      tags: 'offline',
      on: {
        'upload.retry': 'queued',
        'network.online': { target: 'queued', actions: { type: 'setOnline', params: { isOnline: true } } },
      },
    },
    refused: {
      tags: 'refused',
      on: { 'upload.retry': [{ guard: 'isConverted', target: 'sending' }, { target: 'converting' }] },
    },
    unreadable: { type: 'final', tags: 'unreadable' },
    stored: { type: 'final', tags: 'stored' },
  },
});

/** Entering `sending` needs a converted file. */
function uploadOf({ converted }: Context): SessionUpload {
  if (converted === null || 'reason' in converted) throw new Error('the file is not converted');
  return converted.upload;
}

type Snapshot = SnapshotFrom<typeof uploadMachine>;

const phases = ['queued', 'converting', 'sending', 'offline', 'refused', 'unreadable', 'stored'] as const;

/** What happens to a file. */
export type UploadPhase = (typeof phases)[number];

/** What happens to the file. */
export function selectPhase(snapshot: Snapshot): UploadPhase {
  return phases.find((phase) => snapshot.hasTag(phase)) ?? 'queued';
}

/** What was left out of the file, or why it is not a session file; null before it is converted. */
export function selectConverted(snapshot: Snapshot): ConvertedFile | null {
  return snapshot.context.converted;
}

/** The stored session; null before. */
export function selectStored(snapshot: Snapshot): StoredUpload | null {
  return snapshot.context.stored;
}

/** Why the server refused it, or null. */
export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.context.failure;
}
