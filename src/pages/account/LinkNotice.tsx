import { useState } from 'react';
import { createFailure } from '#contract/api/problem';
import { useAuthWrites } from '../../actors/account.ts';
import { usePhase, useUser } from '../../actors/auth.tsx';
import { useMutation } from '../../actors/mutation.ts';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import type { AuthLink, LinkToken } from '../../format/auth-link.ts';
import { redirectTarget } from '../../format/redirect.ts';
import { Redirect } from '../../navigation/Redirect.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';

/** The result of a mail's link: a button to confirm, an error, or the next step. */
export function LinkNotice({ link }: { link: Exclude<AuthLink, { kind: 'tokens' | 'code' }> }) {
  switch (link.kind) {
    case 'hash':
      return <Confirm link={link} />;
    case 'error':
      return <FormError failure={linkFailure(link)} />;
    case 'message':
      return <HalfDone lead={link.message} />;
  }
}

/** The error that the address of a page carries. */
export function linkFailure({ code, message }: Extract<AuthLink, { kind: 'error' }>) {
  return createFailure('problem', { code, message });
}

/** The link waits for a click: mail scanners open links too. */
function Confirm({ link }: { link: Extract<AuthLink, { kind: 'hash' }> }) {
  const phase = usePhase();
  const { verifyToken } = useAuthWrites();
  const { submit, value, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (token: LinkToken, _, signal) => verifyToken(token, signal),
  });
  const user = useUser();
  const [target] = useState(() => redirectTarget(location.search, location.origin));
  const isChange = link.type === 'email_change';
  if (isDone && value?.isHalfDone === true) return <HalfDone lead="This address is confirmed." />;
  if (isDone && value?.needsPassword === true && user !== null)
    return <ChosenPassword email={user.email} target={target} />;
  if (isDone && phase === 'member') return <Redirect to={isChange ? '/dashboard/settings' : target} />;
  return (
    <FormPage title={isChange ? 'Change your address' : 'Confirm your address'} lead="One click and you are done.">
      <form className="grid gap-4" onSubmit={onSubmit(() => submit(link))}>
        {user === null || isChange ? null : (
          <p>
            You are logged in as {user.email}. If the link is for another account, you will be logged in to that one.
          </p>
        )}
        <FormError failure={failure} secondsLeft={secondsLeft} />
        <SubmitButton
          label={isChange ? 'Confirm the change' : 'Confirm and log in'}
          isBusy={isBusy || isDone}
          wait={wait}
        />
      </form>
    </FormPage>
  );
}

/** The sign-up was made on another device, maybe by another person: its password does not count yet. */
function ChosenPassword({ email, target }: { email: string; target: string }) {
  const [isSet, setIsSet] = useState(false);
  if (isSet) return <Redirect to={target} />;
  return (
    <FormPage title="Enter your password" lead={`${email} is confirmed.`}>
      <p>The sign-up was made on another device. Enter the password that you chose there, or a new one.</p>
      <NewPasswordForm email={email} label="Password" onDone={() => setIsSet(true)} />
    </FormPage>
  );
}

function HalfDone({ lead }: { lead: string }) {
  return (
    <FormPage title="One more step" lead={lead}>
      <p>Open the e-mail that we sent to your other address and follow its link too.</p>
    </FormPage>
  );
}
