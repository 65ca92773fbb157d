import type { Failure } from '#contract/api/problem';

/** Why the server cannot be used now. */
export type NetworkCause = 'offline' | 'unreachable' | 'captive' | 'faulty';

const sentences: Readonly<Record<NetworkCause, string>> = {
  offline: 'You are offline',
  unreachable: 'Can’t reach the server',
  captive: 'This Wi-Fi wants you to sign in',
  faulty: 'The server has a fault',
};

/** The cause in words, without a full stop. */
export function causeText(cause: NetworkCause): string {
  return sentences[cause];
}

/**
 * Why a page could not be refreshed: the network status comes before the failure of one call, so that all parts of the
 * screen give the same cause. Null when the network is not the cause.
 */
export function causeOf(network: NetworkCause | 'online', failure: Failure | null): NetworkCause | null {
  if (failure === null) return network === 'online' ? null : network;
  const cause = causeOfFailure(failure);
  if (network === 'online') return cause;
  // An answer that is not our server's own says nothing but that something stands between.
  return cause !== null || failure.kind === 'unexpected' ? network : null;
}

function causeOfFailure({ kind, status }: Failure): NetworkCause | null {
  if (kind === 'offline' || kind === 'unreachable') return kind;
  // 511 is the answer of a network that requires a sign-in.
  if (kind === 'mismatch' || status === 511) return 'captive';
  // A server whose disk is full says so itself.
  return status !== null && status >= 500 && status !== 507 ? 'faulty' : null;
}
