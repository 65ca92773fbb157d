import { assign, setup } from 'xstate';
import { sessionRefreshInterval } from '#contract/constants';
import { promised } from './actor-types.ts';
import type { NetworkEvent } from './network-event.ts';

/** Refreshes the session at an interval; without a network as soon as there is one again. */
export const sessionRefreshMachine = setup({
  types: {
    context: {} as { readonly isOnline: boolean },
    input: {} as { readonly isOnline: boolean },
    events: {} as { readonly type: NetworkEvent['type'] },
  },
  actors: { refresh: promised<void, undefined>('refresh') },
  guards: { isOnline: ({ context }) => context.isOnline },
  actions: { setOnline: assign({ isOnline: true }), setOffline: assign({ isOnline: false }) },
  delays: { sessionRefreshInterval },
}).createMachine({
  id: 'sessionRefresh',
  context: ({ input }) => input,
  initial: 'waiting',
  on: { 'network.online': { actions: 'setOnline' }, 'network.offline': { actions: 'setOffline' } },
  states: {
    waiting: { after: { sessionRefreshInterval: 'due' } },
    due: { always: { guard: 'isOnline', target: 'refreshing' } },
    refreshing: { invoke: { src: 'refresh', onDone: 'waiting', onError: 'waiting' } },
  },
});
