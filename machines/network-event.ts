import type { NetworkStatus } from './connectivity.ts';

/** Whether the server can be reached, for every machine that waits for it; `status` says why it cannot. */
export interface NetworkEvent {
  readonly type: 'network.online' | 'network.offline';
  readonly status: NetworkStatus;
}

/** The event of a status. */
export function networkEvent(status: NetworkStatus): NetworkEvent {
  return { type: status === 'online' ? 'network.online' : 'network.offline', status };
}
