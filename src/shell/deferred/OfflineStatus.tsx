import { useNetworkStatus } from '../../actors/connectivity.ts';
import { causeText } from '../../format/network-words.ts';

/** Shows why the server cannot be reached, with a link to the stored pages. */
export function OfflineStatus() {
  const network = useNetworkStatus();
  return (
    <p
      role="status"
      className="no-print pointer-events-auto bg-panel px-4 text-center text-14 text-mute not-empty:border-t not-empty:border-line not-empty:py-2"
    >
      {network === 'online' ? null : (
        <>
          {causeText(network)}.{' '}
          <a href="/privacy#device" className="inline-block min-h-6 link">
            Show saved pages
          </a>
        </>
      )}
    </p>
  );
}
