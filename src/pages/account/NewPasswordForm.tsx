import { useState } from 'react';
import { useAuthWrites } from '../../actors/account.ts';
import { useMutation } from '../../actors/mutation.ts';
import { useUnsavedChanges } from '../../actors/unsaved-changes.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { HiddenUsername } from '../../components/form/HiddenUsername.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { fieldErrorOf } from '../../format/failure-words.ts';
import { isPasswordValid } from '../../format/password.ts';

interface NewPasswordFormProps {
  readonly email: string;
  readonly label: string;
  readonly onDone?: () => void;
}

/** Sets a password where none is asked for: after a link of a mail. */
export function NewPasswordForm({ email, label, onDone }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const { setPassword: write } = useAuthWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (passwords: { password: string }, _, signal) => write(passwords, signal),
    onDone: () => onDone?.(),
  });
  useUnsavedChanges('Password', password !== '' && !isDone);
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => submit({ password }))}>
      <HiddenUsername value={email} />
      <PasswordField
        label={label}
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        isChecked
        error={fieldErrorOf(failure, 'password')}
      />
      <FormError failure={failure} secondsLeft={secondsLeft} fields={['password']} />
      <SubmitButton
        label="Set password"
        isBusy={isBusy || isDone}
        wait={wait}
        isDisabled={secondsLeft > 0 || !isPasswordValid(password)}
      />
    </form>
  );
}
