import type { ReactNode } from 'react';
import { useProfileWrites } from '../../actors/account.ts';
import { useUser } from '../../actors/auth.tsx';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { useMutation } from '../../actors/mutation.ts';
import { usePrograms } from '../../actors/programs.ts';
import { useConfirmSignOut, useSignOut } from '../../actors/sign-out.ts';
import { saveFile } from '../../browser/download.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { OfflineLibraryList } from '../offline/OfflineLibraryList.tsx';
import { PictureForm } from '../picture/PictureForm.tsx';
import { ApiTokens } from './ApiTokens.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { EmailForm } from './EmailForm.tsx';
import { EndPrograms } from './EndPrograms.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Recorders } from './Recorders.tsx';
import { StorageUsage } from './StorageUsage.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** Everything about the account. */
export function SettingsPage() {
  const user = useUser();
  const isOnline = useNetworkStatus() === 'online';
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
          <Part title="Notices">
            <p className="text-mute">
              <a className="link" href="/dashboard/notices">
                What you are told, and by what
              </a>
            </p>
          </Part>
          <Part title="Devices">
            <Devices />
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

/** Ends the login of this device, or of all. */
function Devices() {
  const confirm = useConfirmSignOut();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const leave = (scope: 'local' | 'global') => {
    signOut(scope);
    navigate('/home');
  };
  const programs = usePrograms(() => leave('global'));
  return (
    <>
      <p className="text-mute">Log out of this device, or end your session on every phone and computer.</p>
      <EndPrograms programs={programs} hint="With “Log out everywhere”. " />
      <div className="flex flex-wrap gap-3">
        <Button onClick={async () => ((await confirm()) ? leave('local') : undefined)}>Log out</Button>
        <Button
          isBusy={programs.ending.isBusy}
          onClick={async () => ((await confirm()) ? programs.endChosen() : undefined)}
        >
          Log out everywhere
        </Button>
      </div>
    </>
  );
}

/** The user's picture, uploaded as soon as it is cropped. */
function AvatarForm() {
  const picture = useUser()?.profile?.avatar_url ?? null;
  const { setAvatar, removeAvatar } = useProfileWrites();
  return (
    <PictureForm onPicture={setAvatar} onRemove={picture === null ? null : removeAvatar}>
      {picture === null ? (
        <span className="grid h-20 w-20 place-items-center rounded-10 border border-line bg-raised text-mute">
          <Icon path={frameIcons.user} size={32} />
        </span>
      ) : (
        <img src={picture} alt="" width={80} height={80} className="h-20 w-20 rounded-10 object-cover" />
      )}
    </PictureForm>
  );
}

/** Downloads everything that this server stores about the user, as one file. */
function ExportData() {
  const { exportAccount } = useProfileWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, __, signal) => exportAccount(signal),
    onDone: (account) => saveFile('pitboard-account.json', 'application/json', JSON.stringify(account, null, 2)),
  });
  return (
    <>
      <p className="text-mute">
        One JSON file with your account, profile, leagues, seasons and sessions. It lists the address of each full
        session.
      </p>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      {isDone ? <p role="status">The file is in your downloads.</p> : null}
      <p>
        <Button isBusy={isBusy} isDisabled={secondsLeft > 0} onClick={() => submit(undefined)}>
          Download my data
        </Button>
      </p>
    </>
  );
}
