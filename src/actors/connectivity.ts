import { createContext, useSyncExternalStore } from 'react';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Failure } from '#contract/api/problem';
import { connectivityMachine, type NetworkStatus, selectNetworkStatus } from '#machines/connectivity';
import { watchBrowserNetwork } from '../network/browser-network.ts';
import { probeServer } from '../network/probe.ts';
import { useRequired } from './required-context.ts';

/** Whether the server can be reached: everything that depends on the network follows this. */
export interface Connectivity {
  readonly status: () => NetworkStatus;
  /** Calls the listener with every new status. Returns how to unsubscribe. */
  readonly subscribe: (listener: (status: NetworkStatus) => void) => () => void;
  /** A call has ended: with an answer of our server (null), or with a failure that may be the network's. */
  readonly reportCall: (failure: Failure | null) => void;
  /** A call has been without an answer for some seconds. */
  readonly reportSlow: () => void;
}

/** Starts to watch the network, for as long as the page is open. */
export function startConnectivity(): Connectivity {
  const machine = connectivityMachine.provide({
    actors: {
      watchBrowser: fromCallback(({ sendBack }) => watchBrowserNetwork((type) => sendBack({ type }))),
      probe: fromPromise(async ({ signal }) => ({ ...(await probeServer(fetch, signal)), random: Math.random() })),
    },
  });
  const ref = createActor(machine, { input: { isVisible: document.visibilityState === 'visible' } }).start();
  const status = () => selectNetworkStatus(ref.getSnapshot());
  return {
    status,
    subscribe(listener) {
      let last = status();
      const { unsubscribe } = ref.subscribe((snapshot) => {
        const next = selectNetworkStatus(snapshot);
        if (next === last) return;
        last = next;
        listener(next);
      });
      return unsubscribe;
    },
    reportCall: (failure) => {
      // A refusal with problem details comes from our server, so the network is fine.
      const isReached = failure === null || failure.kind === 'problem';
      ref.send({ type: isReached ? 'call.succeeded' : 'call.failed' });
    },
    reportSlow: () => ref.send({ type: 'call.slow' }),
  };
}

/** Provides the network status to all pages. */
export const ConnectivityProvider = createContext<Connectivity | null>(null);

export const useConnectivity = () => useRequired(ConnectivityProvider, 'ConnectivityProvider');

/** Whether the server can be reached, and if not why. */
export function useNetworkStatus(): NetworkStatus {
  const { subscribe, status } = useConnectivity();
  return useSyncExternalStore<NetworkStatus>(subscribe, status, () => 'online');
}
