import type { FunctionComponent } from 'react';
import { Redirect, useLocation } from 'wouter';
import { usePhase } from '../../actors/auth.tsx';
import { useNameState } from '../../actors/name.ts';

/** Leads who may not see a page to where they get what they lack: a session, a name. */
export function guardedPage(who: 'named' | 'nameless', Page: FunctionComponent): FunctionComponent {
  return function GuardedPage() {
    const phase = usePhase();
    const name = useNameState();
    const [path] = useLocation();
    if (phase === 'anonymous' || phase === 'recovering')
      return <Redirect replace to={`/login?redirect=${encodeURIComponent(path + location.search)}`} />;
    if (phase === 'member' && (who === 'nameless' || name === 'named')) return <Page />;
    if (phase === 'member' && name === 'missing') return <Redirect replace to="/dashboard/profileInit" />;
    return <div className="min-h-dvh" aria-busy="true" />;
  };
}
