import { useState } from 'react';
import { useAuthWrites } from '../../actors/account.ts';
import { useUser } from '../../actors/auth.tsx';
import { useMutation } from '../../actors/mutation.ts';
import { usePrograms } from '../../actors/programs.ts';
import { useUnsavedChanges } from '../../actors/unsaved-form.ts';
import { onSubmit } from '../../components/form/on-submit.ts';
import { EndPrograms } from './EndPrograms.tsx';
import { HiddenUsername } from './HiddenUsername.tsx';
import { NewPassword } from './NewPassword.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Changes the password. Passwords are never stored on the device, not even as a draft. */
export function PasswordForm() {
  const user = useUser();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { setPassword: write } = useAuthWrites();
  const programs = usePrograms();
  const mutation = useMutation({
    run: (passwords: { password: string; current: string }, _, signal) => write(passwords, signal),
    onDone: () => {
      setCurrent('');
      setPassword('');
      programs.endChosen();
    },
  });
  const { submit, change, isDone } = mutation;
  useUnsavedChanges('Password', current !== '' || password !== '');
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => submit({ password, current }))}>
      <HiddenUsername value={user?.email ?? ''} />
      <PasswordField
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        value={current}
        onChange={(value) => {
          setCurrent(value);
          change();
        }}
      />
      <NewPassword
        label="New password"
        submitLabel="Change password"
        value={password}
        onChange={(value) => {
          setPassword(value);
          change();
        }}
        isIncomplete={current === ''}
        mutation={{ ...mutation, isDone: false }}
      >
        <EndPrograms programs={programs} />
        {isDone ? <p role="status">Your password is changed. All other devices are logged out.</p> : null}
      </NewPassword>
    </form>
  );
}
