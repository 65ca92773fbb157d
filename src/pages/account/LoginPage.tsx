import { type ReactNode, useState } from 'react';
import { getConfig } from '#contract/calls/site';
import type { Credentials } from '#contract/entities/identity';
import { useAuthWrites } from '../../actors/account.ts';
import { type Auth, useAuth, useLoadedAuth, usePhase } from '../../actors/auth.tsx';
import { useFollowedLink } from '../../actors/followed-link.ts';
import { useMutation } from '../../actors/mutation.ts';
import { useRead } from '../../actors/read.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { redirectTarget, withRedirect } from '../../format/redirect.ts';
import { endText } from '../../format/session-end.ts';
import { Redirect } from '../../navigation/Redirect.tsx';
import { AddressField } from './AddressField.tsx';
import { FollowedLink, finalFailure } from './FollowedLink.tsx';
import { LinkNotice } from './LinkNotice.tsx';
import { parseLoginIdentifier } from './login-identifier.ts';
import { PasswordField } from './PasswordField.tsx';
import { SwitchAccount } from './SwitchAccount.tsx';

/** Login with e-mail address, or a phone number where the server knows them; links that confirm an address end here too. */
export function LoginPage() {
  const phase = usePhase();
  const auth = useLoadedAuth();
  const link = auth?.link() ?? null;
  if (link?.kind === 'tokens' && auth?.accountSwitch != null) return <SwitchAccount account={auth.accountSwitch} />;
  if (link !== null && (link.kind === 'hash' || link.kind === 'message')) return <LinkNotice link={link} />;
  if (phase === 'member') return <Redirect to={redirectTarget(location.search, location.origin)} />;
  if (link === null) return <LoginView />;
  if (link.kind === 'error') return <LoginView notice={<LinkNotice link={link} />} />;
  return auth?.followLink == null ? <LoginView /> : <LoginByLink follow={auth.followLink} />;
}

function LoginByLink({ follow }: { follow: NonNullable<Auth['followLink']> }) {
  const link = useFollowedLink(follow);
  const failure = finalFailure(link);
  if (failure !== null) return <LoginView notice={<FormError failure={failure} />} />;
  return (
    <FormPage title="Log in" lead="You opened the link in our e-mail.">
      <FollowedLink link={link} />
    </FormPage>
  );
}

/** `notice`: the outcome of a link. */
function LoginView({ notice }: { notice?: ReactNode }) {
  return (
    <FormPage title="Log in" lead="Your sessions, leagues and seasons.">
      {notice}
      <LoginForm />
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <a href="/resetPassword" className="min-h-6 link">
          Forgot your password?
        </a>
        <a href={withRedirect('/signup', redirectTarget(location.search, location.origin))} className="min-h-6 link">
          Sign up
        </a>
      </p>
    </FormPage>
  );
}

function LoginForm() {
  const config = useRead({ call: getConfig }).value?.auth;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const end = useAuth(({ context }) => context.end, null);
  const { signIn } = useAuthWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (credentials: Credentials, _, signal) => signIn(credentials, signal),
  });
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => submit({ ...parseLoginIdentifier(name), password }))}>
      {end !== null && failure === null ? <p className="text-amber">{endText(end)}</p> : null}
      <AddressField
        label={config?.hasPhone === true ? 'E-mail address or phone number' : 'E-mail address'}
        value={name}
        onChange={setName}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <FormError failure={failure} secondsLeft={secondsLeft} outcome="You are not logged in." />
      <SubmitButton label="Log in" isBusy={isBusy || isDone} isDisabled={secondsLeft > 0} wait={wait} />
    </form>
  );
}
