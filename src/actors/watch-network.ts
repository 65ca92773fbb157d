import type { NetworkStatus } from '#machines/connectivity';
import { type NetworkEvent, networkEvent } from '#machines/network-event';
import type { Connectivity } from './connectivity.ts';
import { typedCallback } from './typed-callback.ts';

/** Reports to a machine whether the server can be reached: at once, and every change. */
export function watchNetwork({ status, subscribe }: Connectivity) {
  return typedCallback<NetworkEvent>((send) => {
    const report = (next: NetworkStatus) => send(networkEvent(next));
    report(status());
    return subscribe(report);
  });
}
