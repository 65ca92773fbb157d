import type { ReactNode } from 'react';
import { useUser } from '../../actors/auth.tsx';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { useConfirmedSignOut } from '../../actors/sign-out.ts';
import { Button } from '../../components/Button.tsx';
import { Heading } from '../../components/Heading.tsx';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { OfflineLibraryList } from '../offline/OfflineLibraryList.tsx';
import { ApiTokens } from './ApiTokens.tsx';
import { AvatarForm } from './AvatarForm.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { EmailForm } from './EmailForm.tsx';
import { ExportData } from './ExportData.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Recorders } from './Recorders.tsx';
import { StorageUsage } from './StorageUsage.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** Everything about the account. */
export function SettingsPage() {
  const user = useUser();
  const isOnline = useNetworkStatus() === 'online';
  const signOut = useConfirmedSignOut();
  const navigate = useNavigate();
  const logOut = async (scope: 'local' | 'global') => {
    if (await signOut(scope)) navigate('/home');
  };
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 wide:max-w-none">
      <header className="grid gap-1">
        <Heading title="Settings">Settings</Heading>
        <p className="wrap-anywhere text-mute">
          Logged in as <bdi>{user?.email}</bdi>
        </p>
        {isOnline ? null : (
          <p className="text-amber">
            The server cannot be reached: changes are kept on this device until you save them.
          </p>
        )}
      </header>
      {/* Two columns of their own height; on a phone one after the other. */}
      <div className="stack gap-6 wide:grid-cols-2 wide:items-start">
        <div className="stack gap-6">
          <Part title="Picture">
            <AvatarForm />
          </Part>
          <Part title="Name">
            <UsernameForm path="/dashboard/settings" />
          </Part>
          <Part title="E-mail address">
            <EmailForm />
          </Part>
          <Part title="Password">
            <PasswordForm />
          </Part>
          <Part title="Devices">
            <p className="text-mute">Log out of this device, or end your session on every phone and computer.</p>
            <div className="flex flex-wrap gap-3">
              <Button onClick={() => logOut('local')}>Log out</Button>
              <Button onClick={() => logOut('global')}>Log out everywhere</Button>
            </div>
          </Part>
          <Part title="On this device">
            <OfflineLibraryList withRecent={false} />
          </Part>
          <Part title="Storage">
            <StorageUsage />
          </Part>
        </div>
        <div className="stack gap-6">
          <Part title="Recorders">
            <Recorders />
          </Part>
          <Part title="API tokens">
            <ApiTokens />
          </Part>
          <Part title="Your data">
            <ExportData />
          </Part>
          <Part title="Delete account">
            <DeleteAccount />
          </Part>
        </div>
      </div>
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
