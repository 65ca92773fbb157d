import { useState } from 'react';
import { getConfig } from '#contract/calls/site';
import { useAuthWrites } from '../../actors/account.ts';
import { usePhase } from '../../actors/auth.tsx';
import { useMutation } from '../../actors/mutation.ts';
import { useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { AddressField } from './AddressField.tsx';
import { OutboxNote } from './OutboxNote.tsx';

const title = 'Reset your password';

/** Requests an e-mail with a link to set a new password. */
export function ResetPasswordPage() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState('');
  const phase = usePhase();
  const { requestReset } = useAuthWrites();
  const { submit, reset, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (address: string, _, signal) => requestReset(address, signal),
    onDone: (_, address) => setSentTo(address),
  });
  const hasMail = useRead({ call: getConfig }).value?.auth.hasMail !== false;
  if (phase === 'member') {
    return (
      <FormPage title={title} lead="You are logged in.">
        <ButtonLink kind="primary" href="/dashboard/settings">
          Change your password in the settings
        </ButtonLink>
      </FormPage>
    );
  }
  if (!hasMail) {
    return (
      <FormPage title={title} lead="This server cannot send e-mails, so it cannot send you a link.">
        <p>Ask its operator to help you.</p>
      </FormPage>
    );
  }
  if (isDone) {
    return (
      <FormPage title="Check your e-mail" lead={`If ${sentTo} has an account, a link is on its way.`}>
        <p>The link works once, for one hour, in any browser. Check your spam folder too.</p>
        <OutboxNote />
        <Button onClick={reset}>Use another address</Button>
      </FormPage>
    );
  }
  return (
    <FormPage title={title} lead="We send you an e-mail with a link to set a new one.">
      <form className="grid gap-4" onSubmit={onSubmit(() => submit(email.trim()))}>
        <AddressField label="E-mail address" isEmail value={email} onChange={setEmail} />
        <FormError failure={failure} secondsLeft={secondsLeft} />
        <SubmitButton label="Send link" isBusy={isBusy} isDisabled={secondsLeft > 0} wait={wait} />
      </form>
      <p>
        <a href="/login" className="link">
          Back to login
        </a>
      </p>
    </FormPage>
  );
}
