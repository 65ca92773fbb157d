import type { ComponentType } from 'react';
import { Redirect } from 'wouter';
import { usePhase } from '../../actors/auth.tsx';
import { useNameState } from '../../actors/name-state.ts';

/** Redirects to /login without a session, and to profileInit without a username where the page needs one. */
export function guardedPage(
  access: 'named' | 'signedIn',
  Page: ComponentType<{ id: string }>,
): ComponentType<{ id: string }> {
  return function GuardedPage({ id }) {
    const phase = usePhase();
    const name = useNameState();
    if (phase === 'anonymous' || phase === 'recovering') {
      const address = location.pathname + location.search + location.hash;
      return <Redirect replace to={`/login?redirect=${encodeURIComponent(address)}`} />;
    }
    if (phase === 'member' && (access === 'signedIn' || name === 'named')) return <Page id={id} />;
    if (phase === 'member' && name === 'missing') return <Redirect replace to="/dashboard/profileInit" />;
    return <div className="min-h-dvh" aria-busy="true" />;
  };
}
