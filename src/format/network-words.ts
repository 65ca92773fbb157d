import type { Failure } from '#contract/problem';

/** Why the server cannot be used now. */
export type NetworkCause = 'offline' | 'unreachable' | 'captive' | 'faulty';

const sentences: Readonly<Record<NetworkCause, string>> = {
  offline: 'You are offline',
  unreachable: 'The server does not answer',
  captive: 'This Wi-Fi wants you to sign in',
  faulty: 'The server has a fault',
};

/** The cause in words, without a full stop. */
export function causeText(cause: NetworkCause): string {
  return sentences[cause];
}

/**
 * Why a page could not be refreshed: what is known about the network counts before the failure of one call, so that all
 * parts of the screen give the same cause. Null when the network is not the cause.
 */
export function causeOf(network: NetworkCause | 'online', failure: Failure | null): NetworkCause | null {
  if (network !== 'online') return failure === null || isOfNetwork(failure) ? network : null;
  if (failure === null) return null;
  return isOfNetwork(failure) ? causeOfFailure(failure) : null;
}

function causeOfFailure({ kind }: Failure): NetworkCause {
  if (kind === 'offline' || kind === 'unreachable') return kind;
  return kind === 'mismatch' ? 'captive' : 'faulty';
}

function isOfNetwork({ kind, status }: Failure): boolean {
  const isServerFault = status !== null && status >= 500;
  return kind === 'offline' || kind === 'unreachable' || kind === 'mismatch' || isServerFault;
}
