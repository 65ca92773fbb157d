import { useState } from 'react';
import type { Failure } from '#contract/api/problem';
import { useAuthWrites } from '../../actors/account.ts';
import { type Auth, useAuth, useLoadedAuth, usePhase } from '../../actors/auth.tsx';
import { useFollowedLink } from '../../actors/followed-link.ts';
import { useMutation } from '../../actors/mutation.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import type { AuthLink, LinkToken } from '../../format/auth-link.ts';
import { Redirect } from '../../navigation/Redirect.tsx';
import { FollowedLink, finalFailure } from './FollowedLink.tsx';
import { linkFailure } from './LinkNotice.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { SwitchAccount } from './SwitchAccount.tsx';

const title = 'Set a new password';

/** The end of a password reset, for all kinds of links. */
export function ResetPasswordConfirmPage() {
  const auth = useLoadedAuth();
  const phase = usePhase();
  const [wasRecovering, setWasRecovering] = useState(false);
  if (phase === 'recovering' && !wasRecovering) setWasRecovering(true);
  if (phase === 'recovering') return <NewPassword />;
  if (wasRecovering && phase === 'member') return <Redirect to="/dashboard" />;
  if (auth === null) return <div className="min-h-dvh" aria-busy="true" />;
  return <OpenedLink auth={auth} />;
}

function OpenedLink({ auth }: { auth: Auth }) {
  const link = auth.link();
  switch (link?.kind) {
    case 'hash':
      return <Confirm link={link} />;
    case 'error':
      return <BrokenLink failure={linkFailure(link)} />;
    case 'tokens':
    case 'code':
      if (auth.accountSwitch !== null) return <SwitchAccount account={auth.accountSwitch} />;
      return auth.followLink === null ? <NoLink /> : <OpenedByLink follow={auth.followLink} />;
    default:
      return <NoLink />;
  }
}

/** The link waits for a click: mail scanners open links too. */
function Confirm({ link }: { link: Extract<AuthLink, { kind: 'hash' }> }) {
  const phase = usePhase();
  const { verifyToken } = useAuthWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (token: LinkToken, _, signal) => verifyToken(token, signal),
  });
  if (isDone && phase === 'member') return <Redirect to="/dashboard" />;
  if (failure !== null && failure.code === 'otp_expired') return <BrokenLink failure={failure} />;
  return (
    <FormPage title={title} lead="You opened the link in our e-mail.">
      <form className="grid gap-4" onSubmit={onSubmit(() => submit(link))}>
        <FormError failure={failure} secondsLeft={secondsLeft} />
        <SubmitButton label="Continue" isBusy={isBusy || isDone} isDisabled={secondsLeft > 0} wait={wait} />
      </form>
    </FormPage>
  );
}

function OpenedByLink({ follow }: { follow: NonNullable<Auth['followLink']> }) {
  const link = useFollowedLink(follow);
  const phase = usePhase();
  const failure = finalFailure(link);
  if (failure !== null) return <BrokenLink failure={failure} />;
  if (link.isDone && phase === 'member') return <Redirect to="/dashboard" />;
  return (
    <FormPage title={title} lead="You opened the link in our e-mail.">
      <FollowedLink link={link} />
    </FormPage>
  );
}

/** A link that no longer works, and the way to one that does. */
function BrokenLink({ failure }: { failure: Failure }) {
  return (
    <FormPage title="This link does not work" lead="A link works once, for one hour, and only the newest one works.">
      <FormError failure={failure} />
      <ButtonLink kind="primary" href="/resetPassword">
        Send me a new link
      </ButtonLink>
    </FormPage>
  );
}

function NoLink() {
  return (
    <FormPage title={title} lead="The link in our e-mail opens this page.">
      <ButtonLink kind="primary" href="/resetPassword">
        Send me a link
      </ButtonLink>
    </FormPage>
  );
}

function NewPassword() {
  const email = useAuth((snapshot) => snapshot.context.identity?.email ?? '', '');
  return (
    <FormPage title={title} lead={`For ${email}. All other devices are logged out.`}>
      <NewPasswordForm email={email} label="New password" />
    </FormPage>
  );
}
