import { use, useState } from 'react';
import { Redirect } from 'wouter';
import type { AuthFailure } from '#contract/auth';
import { selectAuthFailure, selectIdentity } from '#machines/auth';
import { type Auth, useAuth, useAuthActions, useAuthWires, usePhase } from '../../actors/auth.tsx';
import { useCountdown } from '../../actors/countdown.ts';
import { useSubmission } from '../../actors/submission.ts';
import { HiddenUsername } from '../../components/form/HiddenUsername.tsx';
import { ordered } from '../../components/form/ordered.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { Refusal } from '../../components/form/Refusal.tsx';
import { Send } from '../../components/form/Send.tsx';
import { Sheet } from '../../components/form/Sheet.tsx';
import type { AuthLink } from '../../format/auth-link.ts';
import { isPasswordGood } from '../../format/password.ts';

const title = 'Set a new password';

/** The end of a reset, by whichever kind of link it was reached. */
export function ResetPasswordConfirm() {
  const auth = useAuthWires();
  const phase = usePhase();
  const [wasRecovering, setWasRecovering] = useState(false);
  if (phase === 'recovering' && !wasRecovering) setWasRecovering(true);
  if (phase === 'recovering') return <NewPassword />;
  if (wasRecovering && phase === 'member') return <Redirect replace to="/dashboard" />;
  if (auth === null) return <div className="min-h-dvh" aria-busy="true" />;
  return <Arrival auth={auth} />;
}

function Arrival({ auth }: { auth: Auth }) {
  const link = auth.link();
  switch (link?.kind) {
    case 'hash':
      return <Proof auth={auth} link={link} />;
    case 'error':
      return <Dead failure={{ ...link, status: null, reasons: [], retryAfter: null }} />;
    case 'tokens':
    case 'code':
      return <Followed auth={auth} />;
    default:
      return <Nothing />;
  }
}

function Proof({ auth: { client }, link }: { auth: Auth; link: Extract<AuthLink, { kind: 'hash' }> }) {
  const phase = usePhase();
  const { send, isBusy, isDone, failure, wait } = useSubmission();
  if (isDone && phase === 'member') return <Redirect replace to="/dashboard" />;
  if (failure !== null && failure.code === 'otp_expired') return <Dead failure={failure} />;
  return (
    <Sheet title={title} lead="You opened the link of our mail.">
      <form className="grid gap-4" onSubmit={ordered(() => send(() => client.proveHash(link)))}>
        <Refusal failure={failure} wait={wait} />
        <Send word="Go on" isBusy={isBusy || isDone} isOff={wait > 0} />
      </form>
    </Sheet>
  );
}

function Followed({ auth }: { auth: Auth }) {
  const failure = use(auth.followed);
  const phase = usePhase();
  if (failure !== null) return <Dead failure={failure} />;
  return phase === 'member' ? <Redirect replace to="/dashboard" /> : <div className="min-h-dvh" aria-busy="true" />;
}

/** A link that no longer works, and the way to one that does. */
function Dead({ failure }: { failure: AuthFailure }) {
  return (
    <Sheet title="This link does not work" lead="Links work once, for one hour, and only the newest one does.">
      <Refusal failure={failure} />
      <a href="/resetPassword" className="action bg-redfill text-white">
        Send me a new link
      </a>
    </Sheet>
  );
}

function Nothing() {
  return (
    <Sheet title={title} lead="This page is opened by the link of a mail.">
      <a href="/resetPassword" className="action bg-redfill text-white">
        Send me a link
      </a>
    </Sheet>
  );
}

function NewPassword() {
  const [password, setPassword] = useState('');
  const email = useAuth((snapshot) => selectIdentity(snapshot)?.email ?? '', '');
  const isBusy = useAuth((snapshot) => snapshot.hasTag('busy'), true);
  const failure = useAuth(selectAuthFailure, null);
  const wait = useCountdown(failure);
  const { setPassword: send } = useAuthActions();
  return (
    <Sheet title={title} lead={`For ${email}. All other devices are signed out.`}>
      <form className="grid gap-4" onSubmit={ordered(() => send(password))}>
        <HiddenUsername value={email} />
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          isJudged
        />
        <Refusal failure={failure} wait={wait} />
        <Send word="Set the password" isBusy={isBusy} isOff={wait > 0 || !isPasswordGood(password)} />
      </form>
    </Sheet>
  );
}
