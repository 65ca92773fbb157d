import type { ComponentType } from 'react';
import { usePhase } from '../../actors/auth.tsx';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { useNameState } from '../../actors/name-state.ts';
import { causeText } from '../../format/network-words.ts';
import { withRedirect } from '../../format/redirect.ts';
import { Redirect } from '../../navigation/Redirect.tsx';

/** Waits for the profile. A service that cannot be asked is asked again as soon as it can be. */
function Pending() {
  const network = useNetworkStatus();
  return (
    <div className="min-h-dvh" aria-busy="true">
      <p role="status" className="text-amber">
        {network === 'online' ? '' : `${causeText(network)}. This page opens by itself after that.`}
      </p>
    </div>
  );
}

/** Redirects to /login without a session, and to profileInit without a username where the page needs one. */
export function guardedPage(
  access: 'named' | 'signedIn',
  Page: ComponentType<{ id: string }>,
): ComponentType<{ id: string }> {
  return function GuardedPage({ id }) {
    const phase = usePhase();
    const name = useNameState();
    const address = location.pathname + location.search + location.hash;
    if (phase === 'anonymous' || phase === 'recovering') {
      return <Redirect to={`/login?redirect=${encodeURIComponent(address)}`} />;
    }
    if (phase === 'member' && (access === 'signedIn' || name === 'named')) return <Page id={id} />;
    if (phase === 'member' && name === 'missing')
      return <Redirect to={withRedirect('/dashboard/profileInit', address)} />;
    return <Pending />;
  };
}
