import { Redirect } from 'wouter';
import { type AccountSwitch, useUser } from '../../actors/auth.tsx';
import { useMutation } from '../../actors/mutation.ts';
import { useConfirmedSignOut } from '../../actors/sign-out.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';

/** Asks before a link logs in another account in place of the present one. */
export function SwitchAccount({ account }: { account: AccountSwitch }) {
  const user = useUser();
  const signOut = useConfirmedSignOut();
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({ run: account.accept });
  if (user !== null && user.userId === account.userId) return <Redirect replace to="/dashboard" />;
  const target = account.email === '' ? 'another account' : account.email;
  const change = async () => {
    if (user === null || (await signOut('local'))) submit(undefined);
  };
  return (
    <FormPage title="Change the account?" lead={`The link you opened logs you in as ${target}.`}>
      <p>
        {user === null ? null : `You are logged in as ${user.email}, and would be logged out. `}
        If somebody else sent you this link, don’t use it: the owner of that account would see what you enter.
      </p>
      <form className="grid gap-4" onSubmit={onSubmit(() => void change())}>
        <FormError failure={failure} secondsLeft={secondsLeft} />
        <ButtonLink kind="primary" href={user === null ? '/home' : '/dashboard'}>
          {user === null ? 'Don’t log in' : 'Stay logged in'}
        </ButtonLink>
        <SubmitButton label="Change the account" isBusy={isBusy} isDisabled={secondsLeft > 0} wait={wait} />
      </form>
    </FormPage>
  );
}
