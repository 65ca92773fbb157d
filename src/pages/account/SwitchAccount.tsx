import { useState } from 'react';
import { type AccountSwitch, usePhase, useUser } from '../../actors/auth.tsx';
import { useFollowedLink } from '../../actors/followed-link.ts';
import { useConfirmedSignOut } from '../../actors/sign-out.ts';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { Redirect } from '../../navigation/Redirect.tsx';
import { FollowedLink } from './FollowedLink.tsx';

/** Asks before a link logs in another account in place of the present one. */
export function SwitchAccount({ account }: { account: AccountSwitch }) {
  const user = useUser();
  const phase = usePhase();
  // Every page is drawn anew when the user has left.
  const [isAccepted, setAccepted] = useState(account.isAccepted);
  const signOut = useConfirmedSignOut();
  if (user !== null && user.userId === account.userId) return <Redirect to="/dashboard" />;
  const target = account.email === '' ? 'another account' : account.email;
  if (isAccepted) return <AcceptedSwitch account={account} target={target} />;
  const accept = async () => {
    if (phase !== 'anonymous' && !(await signOut('local'))) return;
    account.accept();
    setAccepted(true);
  };
  return (
    <FormPage title="Change the account?" lead={`The link you opened logs you in as ${target}.`}>
      <p>
        {user === null ? null : `You are logged in as ${user.email}, and would be logged out. `}
        If somebody else sent you this link, don’t use it: the owner of that account would see what you enter.
      </p>
      <ButtonLink kind="primary" href={user === null ? '/home' : '/dashboard'}>
        {user === null ? 'Don’t log in' : 'Stay logged in'}
      </ButtonLink>
      {/* The present user is read from the device, and must be logged out first. */}
      <Button isDisabled={phase === 'unknown'} onClick={() => void accept()}>
        Change the account
      </Button>
    </FormPage>
  );
}

function AcceptedSwitch({ account, target }: { account: AccountSwitch; target: string }) {
  const link = useFollowedLink(account.followLink);
  return (
    <FormPage title="Log in" lead={`The link you opened logs you in as ${target}.`}>
      <FollowedLink link={link} />
    </FormPage>
  );
}
