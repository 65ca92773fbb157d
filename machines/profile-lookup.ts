import { assign, sendParent, setup } from 'xstate';
import { overdueDelay, slowRequestDelay } from '#contract/constants';
import type { Profile } from '#contract/entities/profile';
import { promised } from './actor-types.ts';
import type { NetworkEvent } from './network-event.ts';

/**
 * The result of a profile look-up: `missing` when the service says that there is none, `failed` when it answered with an
 * error, `unreachable` when it could not be asked, such as behind a captive portal.
 */
export type ProfileResult = { readonly profile: Profile } | 'missing' | 'failed' | 'unreachable';

/** The result of a look-up: a profile, a missing name, or unknown. */
export type ProfileFound =
  | { readonly type: 'profile.found' | 'profile.missing'; readonly profile: Profile | null }
  | { readonly type: 'profile.failed' };

export interface ProfileLookupContext {
  readonly userId: string;
  /** A name is known already, such as from this device. */
  readonly isNamed: boolean;
  /** The service has reported a stored name as missing once: it counts when it is repeated. */
  readonly wasMissing: boolean;
}

type WithResult = { result: ProfileResult };
const resultOf = ({ event }: { event: { output: ProfileResult } }) => ({ result: event.output });

export function isNamed(profile: Profile | null | undefined): boolean {
  return (profile?.username ?? '') !== '';
}

const look = {
  src: 'findProfile',
  input: ({ context }: { context: ProfileLookupContext }) => ({ userId: context.userId }),
} as const;
const found = {
  guard: { type: 'isFound', params: resultOf },
  target: '#profileLookup.found',
  actions: { type: 'report', params: resultOf },
} as const;

/** Finds the profile of the signed-in user, with retries. Reports the result to its parent. */
export const profileLookupMachine = setup({
  types: {
    context: {} as ProfileLookupContext,
    input: {} as { readonly userId: string; readonly isNamed: boolean },
    events: {} as { readonly type: NetworkEvent['type'] | 'profile.saved' | 'profile.invalidated' },
  },
  actors: { findProfile: promised<ProfileResult, { readonly userId: string }>('findProfile') },
  guards: {
    isFound: (_, { result }: WithResult) => typeof result === 'object' && isNamed(result.profile),
    isMissing: (_, { result }: WithResult) => result === 'missing' || typeof result === 'object',
    isDoubtful: ({ context }, { result }: WithResult) =>
      (result === 'missing' || typeof result === 'object') && context.isNamed && !context.wasMissing,
    isFailedWithoutName: ({ context }, { result }: WithResult) => result === 'failed' && !context.isNamed,
  },
  actions: {
    markNamed: assign({ isNamed: true, wasMissing: false }),
    markMissing: assign({ wasMissing: true }),
    markNameless: assign({ isNamed: false }),
    report: sendParent((_, { result }: WithResult): ProfileFound => {
      const profile = typeof result === 'object' ? result.profile : null;
      return { type: isNamed(profile) ? 'profile.found' : 'profile.missing', profile };
    }),
    reportFailed: sendParent({ type: 'profile.failed' }),
    /** Provided by the app: starts a check of the network. */
    reportSlow: () => undefined,
  },
  delays: { profileRetryDelay: 5_000, profileTimeout: overdueDelay, slowRequestDelay },
}).createMachine({
  id: 'profileLookup',
  context: ({ input }) => ({ ...input, wasMissing: false }),
  initial: 'looking',
  on: { 'profile.invalidated': '.looking', 'profile.saved': '.found' },
  states: {
    looking: {
      invoke: {
        ...look,
        onDone: [
          found,
          { guard: { type: 'isDoubtful', params: resultOf }, target: 'stale', actions: 'markMissing' },
          {
            guard: { type: 'isMissing', params: resultOf },
            target: 'missing',
            actions: { type: 'report', params: resultOf },
          },
          {
            guard: { type: 'isFailedWithoutName', params: resultOf },
            target: 'failed',
            actions: 'reportFailed',
          },
          { target: 'stale' },
        ],
        onError: 'stale',
      },
      on: { 'network.online': { target: 'looking', reenter: true } },
      after: { slowRequestDelay: { actions: 'reportSlow' }, profileTimeout: 'stale' },
    },
    found: { entry: 'markNamed' },
    missing: { entry: 'markNameless' },
    /** The result is unknown: the look-up is repeated. */
    failed: {
      initial: 'waiting',
      states: {
        waiting: { on: { 'network.online': 'checking' }, after: { profileRetryDelay: 'checking' } },
        checking: {
          invoke: { ...look, onDone: [found, { target: 'waiting' }], onError: 'waiting' },
          on: { 'network.online': { target: 'checking', reenter: true } },
          after: { profileTimeout: 'waiting' },
        },
      },
    },
    /** The profile that this device has stored is used. */
    stale: { on: { 'network.online': 'looking' }, after: { profileRetryDelay: 'looking' } },
  },
});
