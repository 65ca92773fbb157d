import type { NetworkStatus } from '#machines/connectivity';
import type { LiveStatus } from '#machines/live-connection';
import { causeText } from './network-words.ts';
import { formatClock } from './time.ts';

/** Why the picture may be old, in words; null while it is live. */
export function liveStatusText(status: LiveStatus, network: NetworkStatus, silentSince: string | null): string | null {
  switch (status) {
    case 'following':
      return null;
    case 'recorderSilent':
      return silentSince === null ? 'Recorder silent' : `Recorder silent since ${formatClock(Date.parse(silentSince))}`;
    case 'ended':
      return 'This session has ended';
    case 'refused':
      return 'The server has refused the connection';
    case 'offline':
      return causeText('offline');
    case 'stale':
    case 'reconnecting':
      if (network !== 'online') return causeText(network);
      return status === 'stale' ? 'Nothing has come for some seconds' : 'Connection lost, reconnecting';
    case 'connecting':
      return network === 'online' ? 'Connecting' : causeText(network);
    case 'catchingUp':
      return 'Catching up';
  }
}
