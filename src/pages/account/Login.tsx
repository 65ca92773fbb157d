import { useState } from 'react';
import { Redirect } from 'wouter';
import { selectAuthFailure, selectIsLost } from '#machines/auth';
import { useAuth, useAuthActions, useAuthWires, usePhase } from '../../actors/auth.tsx';
import { useCountdown } from '../../actors/countdown.ts';
import { AddressField } from '../../components/form/AddressField.tsx';
import { ordered } from '../../components/form/ordered.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { Refusal } from '../../components/form/Refusal.tsx';
import { Send } from '../../components/form/Send.tsx';
import { Sheet } from '../../components/form/Sheet.tsx';
import { addressedAs } from '../../format/addressed.ts';
import { safeRedirect } from '../../format/redirect.ts';
import { LinkNews } from './LinkNews.tsx';

/** Where to go once signed in; anything that leads elsewhere is dropped. */
function targetOf(search: string): string {
  return safeRedirect(new URLSearchParams(search).get('redirect'), location.origin) ?? '/dashboard';
}

/** Login with e-mail address or phone number; links that confirm an address end here too. */
export function Login() {
  const phase = usePhase();
  const link = useAuthWires()?.link() ?? null;
  if (link !== null && link.kind === 'hash') return <LinkNews link={link} />;
  if (link !== null && link.kind === 'message') return <LinkNews link={link} />;
  if (phase === 'member') return <Redirect replace to={targetOf(location.search)} />;
  return (
    <Sheet title="Log in" lead="Your sessions, leagues and seasons.">
      {link === null ? null : <LinkNews link={link} />}
      <LoginForm />
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <a href="/resetPassword" className="min-h-6 text-red underline underline-offset-4">
          Forgot the password?
        </a>
        <a href="/signup" className="min-h-6 text-red underline underline-offset-4">
          Sign up
        </a>
      </p>
    </Sheet>
  );
}

function LoginForm() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const isBusy = useAuth((snapshot) => snapshot.hasTag('busy'), true);
  const isLost = useAuth(selectIsLost, false);
  const failure = useAuth(selectAuthFailure, null);
  const wait = useCountdown(failure);
  const { signIn } = useAuthActions();
  return (
    <form className="grid gap-4" onSubmit={ordered(() => signIn({ ...addressedAs(name), password }))}>
      {isLost && failure === null ? <p className="text-amber">Your session has ended. Log in again.</p> : null}
      <AddressField label="E-mail address or phone number" value={name} onChange={setName} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Refusal failure={failure} wait={wait} />
      <Send word="Log in" isBusy={isBusy} isOff={wait > 0} />
    </form>
  );
}
