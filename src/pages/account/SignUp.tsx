import { useState } from 'react';
import { Redirect } from 'wouter';
import { selectAuthFailure, selectAwaited } from '#machines/auth';
import { useAuth, useAuthActions, useAuthWires, usePhase } from '../../actors/auth.tsx';
import { useCountdown } from '../../actors/countdown.ts';
import { useRead } from '../../actors/read.tsx';
import { useSubmission } from '../../actors/submission.ts';
import { AddressField } from '../../components/form/AddressField.tsx';
import { Field } from '../../components/form/Field.tsx';
import { ordered } from '../../components/form/ordered.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { Refusal } from '../../components/form/Refusal.tsx';
import { Send } from '../../components/form/Send.tsx';
import { Sheet } from '../../components/form/Sheet.tsx';
import { addressedAs } from '../../format/addressed.ts';
import { isPasswordGood } from '../../format/password.ts';
import { Outbox } from './Outbox.tsx';

/** Sign up by e-mail address, or by phone where the server can send texts. */
export function SignUp() {
  const phase = usePhase();
  const isSent = useAuth((snapshot) => snapshot.hasTag('sent'), false);
  const config = useRead({ name: 'getConfig' }).value?.auth;
  if (phase === 'member') return <Redirect replace to="/dashboard" />;
  if (isSent) return <Sent />;
  if (config?.isSignUpOpen === false) {
    return (
      <Sheet title="Sign up" lead="New accounts are closed on this server.">
        <p>Its operator can open one for you. Everything public stays open without an account.</p>
      </Sheet>
    );
  }
  return (
    <Sheet title="Sign up" lead="For leagues and sessions of your own. Watching needs no account.">
      <SignUpForm hasPhone={config?.hasPhone === true} />
      <p>
        You have an account?{' '}
        <a href="/login" className="text-red underline underline-offset-4">
          Log in
        </a>
      </p>
    </Sheet>
  );
}

function SignUpForm({ hasPhone }: { hasPhone: boolean }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const isBusy = useAuth((snapshot) => snapshot.hasTag('busy'), true);
  const failure = useAuth(selectAuthFailure, null);
  const wait = useCountdown(failure);
  const { signUp } = useAuthActions();
  return (
    <form className="grid gap-4" onSubmit={ordered(() => signUp({ ...addressedAs(name), password }))}>
      <AddressField
        label={hasPhone ? 'E-mail address or phone number' : 'E-mail address'}
        isEmail={!hasPhone}
        value={name}
        onChange={setName}
      />
      <PasswordField
        label="Password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        isJudged
      />
      <Refusal failure={failure} wait={wait} />
      <Send word="Sign up" isBusy={isBusy} isOff={wait > 0 || !isPasswordGood(password)} />
      <p className="text-14 text-mute">
        By signing up you accept the{' '}
        <a href="/tos" className="underline underline-offset-4">
          terms of service
        </a>
        ; the{' '}
        <a href="/privacy" className="underline underline-offset-4">
          privacy policy
        </a>{' '}
        says what is kept.
      </p>
    </form>
  );
}

function Sent() {
  const awaited = useAuth(selectAwaited, null);
  const client = useAuthWires()?.client;
  const { startAgain } = useAuthActions();
  const { send, isBusy, isDone, failure, wait } = useSubmission();
  if (awaited === null) return <TextCode />;
  return (
    <Sheet title="Check your mail" lead={`A link went to ${awaited}.`}>
      <p>Follow it on this device or any other; it works for one hour. Look into the spam folder too.</p>
      <Outbox />
      <form
        className="grid gap-4"
        onSubmit={ordered(() => {
          if (client !== undefined) send(() => client.resend(awaited));
        })}
      >
        <Refusal failure={failure} wait={wait} />
        {isDone ? <p role="status">Another mail is on its way.</p> : null}
        <Send word="Send it again" isBusy={isBusy} isOff={wait > 0} />
      </form>
      <button type="button" className="action border border-line" onClick={startAgain}>
        Use another address
      </button>
    </Sheet>
  );
}

/** The code of a text message. */
function TextCode() {
  const [phone, setPhone] = useState('');
  const [token, setToken] = useState('');
  const client = useAuthWires()?.client;
  const { send, isBusy, failure, wait } = useSubmission();
  return (
    <Sheet title="Type the code" lead="A text message with six digits is on its way to you.">
      <form
        className="grid gap-4"
        onSubmit={ordered(() => {
          if (client !== undefined) send(() => client.proveCode({ phone, token }));
        })}
      >
        <Field
          label="Phone number"
          name="tel"
          type="tel"
          autoComplete="tel"
          required
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <Refusal failure={failure} wait={wait} />
        <Send word="Confirm" isBusy={isBusy} isOff={wait > 0} />
      </form>
    </Sheet>
  );
}
