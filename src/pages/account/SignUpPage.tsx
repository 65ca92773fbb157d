import { useState } from 'react';
import { getConfig } from '#contract/calls/site';
import type { Credentials } from '#contract/entities/identity';
import { useAuthWrites } from '../../actors/account.ts';
import { usePhase } from '../../actors/auth.tsx';
import { type Mutation, useMutation } from '../../actors/mutation.ts';
import { useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/form/Field.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { redirectTarget, withRedirect } from '../../format/redirect.ts';
import { Redirect } from '../../navigation/Redirect.tsx';
import { AddressField } from './AddressField.tsx';
import { parseLoginIdentifier } from './login-identifier.ts';
import { NewPassword } from './NewPassword.tsx';
import { OutboxNote } from './OutboxNote.tsx';
import { useInvite } from './use-invite.ts';

type SignUpMutation = Mutation<Credentials, { readonly needsConfirmation: boolean }>;

/** Sign up by e-mail address, or by phone number where the server can send text messages. */
export function SignUpPage() {
  const phase = usePhase();
  const config = useRead({ call: getConfig }).value?.auth;
  const invite = useInvite();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [target] = useState(() => redirectTarget(location.search, location.origin));
  const { signUp } = useAuthWrites();
  const mutation = useMutation({
    run: (credentials: Credentials, _, signal) => signUp({ ...credentials, target }, signal),
    onDone: (_, { email }) => setSentTo(email),
  });
  if (phase === 'member') return <Redirect to={target} />;
  if (mutation.isDone && mutation.value?.needsConfirmation === true)
    return sentTo === null ? <PhoneCode /> : <CheckMail email={sentTo} target={target} onUseAnother={mutation.reset} />;
  if (config?.isSignUpOpen === false && invite === null) {
    return (
      <FormPage title="Sign up" lead="New accounts are closed on this server.">
        <p>Its operator can invite you. Everything public is open without an account.</p>
      </FormPage>
    );
  }
  return (
    <FormPage title="Sign up" lead="For leagues and sessions of your own. Watching needs no account.">
      <SignUpForm hasPhone={config?.hasPhone === true} mutation={mutation} />
      <p>
        Already have an account?{' '}
        <a href={withRedirect('/login', target)} className="link">
          Log in
        </a>
      </p>
    </FormPage>
  );
}

function SignUpForm({ hasPhone, mutation }: { hasPhone: boolean; mutation: SignUpMutation }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form
      className="grid gap-4"
      onSubmit={onSubmit(() => mutation.submit({ ...parseLoginIdentifier(name), password }))}
    >
      <AddressField
        label={hasPhone ? 'E-mail address or phone number' : 'E-mail address'}
        isEmail={!hasPhone}
        value={name}
        onChange={setName}
      />
      <NewPassword label="Password" submitLabel="Sign up" value={password} onChange={setPassword} mutation={mutation} />
      <p className="text-14 text-mute">
        By signing up you accept the{' '}
        <a href="/tos" className="underline underline-offset-4">
          terms of service
        </a>
        . The{' '}
        <a href="/privacy" className="underline underline-offset-4">
          privacy policy
        </a>{' '}
        says what is stored.
      </p>
    </form>
  );
}

/** Waits for the link of the confirmation e-mail, and sends it again. */
function CheckMail({ email, target, onUseAnother }: { email: string; target: string; onUseAnother: () => void }) {
  const { resendConfirmation } = useAuthWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (address: string, _, signal) => resendConfirmation({ email: address, target }, signal),
  });
  return (
    <FormPage title="Check your e-mail" lead={`We sent a link to ${email}.`}>
      <p>
        Open it on this device, or on any other with your password at hand; it works for one hour. Check your spam
        folder too.
      </p>
      <OutboxNote />
      <form className="grid gap-4" onSubmit={onSubmit(() => submit(email))}>
        <FormError failure={failure} secondsLeft={secondsLeft} />
        {isDone ? <p role="status">Another e-mail is on its way.</p> : null}
        <SubmitButton label="Send again" isBusy={isBusy} isDisabled={secondsLeft > 0} wait={wait} />
      </form>
      <Button onClick={onUseAnother}>Use another address</Button>
    </FormPage>
  );
}

/** Confirms a phone number with the code of a text message. */
function PhoneCode() {
  const [phone, setPhone] = useState('');
  const [token, setToken] = useState('');
  const { verifyCode } = useAuthWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (code: { phone: string; token: string }, _, signal) => verifyCode(code, signal),
  });
  return (
    <FormPage title="Enter the code" lead="A text message with a code is on its way.">
      <form className="grid gap-4" onSubmit={onSubmit(() => submit({ phone, token }))}>
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
        <FormError failure={failure} secondsLeft={secondsLeft} />
        <SubmitButton label="Confirm" isBusy={isBusy || isDone} isDisabled={secondsLeft > 0} wait={wait} />
      </form>
    </FormPage>
  );
}
