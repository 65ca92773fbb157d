import { useState } from 'react';
import { useAuthWrites } from '../../actors/account.ts';
import { useUser } from '../../actors/auth.tsx';
import { useMutation } from '../../actors/mutation.ts';
import { useUnsavedChanges } from '../../actors/unsaved-form.ts';
import { FormError } from '../../components/form/FormError.tsx';
import { HiddenUsername } from '../../components/form/HiddenUsername.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { fieldErrorOf } from '../../format/failure-words.ts';
import { isPasswordValid } from '../../format/password.ts';

/** Changes the password. Passwords are never stored on the device, not even as a draft. */
export function PasswordForm() {
  const user = useUser();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { setPassword: write } = useAuthWrites();
  const { submit, change, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (passwords: { password: string; current: string }, _, signal) => write(passwords, signal),
    onDone: () => {
      setCurrent('');
      setPassword('');
    },
  });
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
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(value) => {
          setPassword(value);
          change();
        }}
        isChecked
        error={fieldErrorOf(failure, 'password')}
      />
      <FormError failure={failure} secondsLeft={secondsLeft} fields={['password']} />
      {isDone ? <p role="status">Your password is changed. All other devices are logged out.</p> : null}
      <SubmitButton
        label="Change password"
        isBusy={isBusy}
        wait={wait}
        isDisabled={secondsLeft > 0 || current === '' || !isPasswordValid(password)}
      />
    </form>
  );
}
