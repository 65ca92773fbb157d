import { assign, type SnapshotFrom, setup } from 'xstate';
import type { AuthFailure, AuthOutcome } from '#contract/auth';
import { promised } from './actor-types.ts';

interface Context {
  readonly failure: AuthFailure | null;
  /** Seconds until it may be sent again. */
  readonly wait: number;
}

function accident(error: unknown): AuthFailure {
  return { code: 'internal', message: String(error), status: null, reasons: [], retryAfter: null };
}

/**
 * One form that is sent: busy, done, or refused with a reason; a refusal that says how long to wait is counted down.
 * What is sent is a matter of the form alone.
 */
export const submissionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { readonly type: 'form.send'; readonly values: unknown } | { readonly type: 'form.changed' },
    tags: {} as 'busy' | 'done' | 'refused',
  },
  actors: { send: promised<AuthOutcome<unknown>, { readonly values: unknown }>('send') },
  guards: {
    mayGo: ({ context }) => context.wait === 0,
    hasFailed: (_, { outcome }: { outcome: AuthOutcome<unknown> }) => 'failure' in outcome,
    isOver: ({ context }) => context.wait <= 1,
  },
  actions: {
    takeFailure: assign((_, { outcome }: { outcome: AuthOutcome<unknown> }) =>
      'failure' in outcome ? { failure: outcome.failure, wait: Math.ceil(outcome.failure.retryAfter ?? 0) } : {},
    ),
    takeAccident: assign((_, { error }: { error: unknown }) => ({ failure: accident(error), wait: 0 })),
    forget: assign({ failure: null, wait: 0 }),
    countDown: assign({ wait: ({ context }) => Math.max(0, context.wait - 1) }),
  },
  delays: { second: 1_000 },
}).createMachine({
  id: 'submission',
  context: { failure: null, wait: 0 },
  initial: 'open',
  states: {
    open: { on: { 'form.send': 'sending' } },
    sending: {
      tags: 'busy',
      entry: 'forget',
      invoke: {
        src: 'send',
        input: ({ event }) => ({ values: event.type === 'form.send' ? event.values : null }),
        onDone: [
          {
            guard: { type: 'hasFailed', params: ({ event }) => ({ outcome: event.output }) },
            target: 'refused',
            actions: { type: 'takeFailure', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'done' },
        ],
        onError: {
          target: 'refused',
          actions: { type: 'takeAccident', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    refused: {
      tags: 'refused',
      on: { 'form.send': { guard: 'mayGo', target: 'sending' } },
      after: {
        second: [
          { guard: 'mayGo' },
          { guard: 'isOver', target: 'open', actions: 'forget' },
          { target: 'refused', reenter: true, actions: 'countDown' },
        ],
      },
    },
    done: { tags: 'done', on: { 'form.changed': 'open', 'form.send': 'sending' } },
  },
});

type Snapshot = SnapshotFrom<typeof submissionMachine>;

/** Why it was refused, or null. */
export function selectRefusal(snapshot: Snapshot): AuthFailure | null {
  return snapshot.context.failure;
}

/** Seconds until it may be sent again; 0: now. */
export function selectWait(snapshot: Snapshot): number {
  return snapshot.context.wait;
}
