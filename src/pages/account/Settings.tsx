import type { ReactNode } from 'react';
import { selectIsOnline } from '#machines/auth';
import { useAuth, useAuthActions, usePerson } from '../../actors/auth.tsx';
import { Heading } from '../../components/Heading.tsx';
import { KeptList } from '../device/KeptList.tsx';
import { useGo } from '../shell/navigation.tsx';
import { AvatarForm } from './AvatarForm.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { EmailForm } from './EmailForm.tsx';
import { ExportData } from './ExportData.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** Everything about the account. */
export function Settings() {
  const person = usePerson();
  const isOnline = useAuth(selectIsOnline, true);
  const { signOut } = useAuthActions();
  const go = useGo();
  const leave = (scope: 'local' | 'global') => {
    signOut(scope);
    go('/home');
  };
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <header className="grid gap-1">
        <Heading title="Settings">Settings</Heading>
        <p className="text-mute">
          Signed in as <bdi>{person?.email}</bdi>
        </p>
        {isOnline ? null : <p className="text-amber">You are offline: nothing can be changed until you are back.</p>}
      </header>
      <Part title="Picture">
        <AvatarForm />
      </Part>
      <Part title="Name">
        <UsernameForm word="Save the name" />
      </Part>
      <Part title="E-mail address">
        <EmailForm />
      </Part>
      <Part title="Password">
        <PasswordForm />
      </Part>
      <Part title="Devices">
        <p className="text-mute">
          Logging out forgets you on this device. Everywhere ends the session of every phone and computer.
        </p>
        <div className="flex flex-wrap gap-3">
          <button type="button" className="action border border-line" onClick={() => leave('local')}>
            Log out
          </button>
          <button type="button" className="action border border-line" onClick={() => leave('global')}>
            Log out everywhere
          </button>
        </div>
      </Part>
      <Part title="Kept on this device">
        <KeptList />
      </Part>
      <Part title="Your data">
        <ExportData />
      </Part>
      <Part title="Delete the account">
        <DeleteAccount />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card grid gap-4 p-4 desk:p-5">
      <h2 className="text-17 font-750">{title}</h2>
      {children}
    </section>
  );
}
