import { useState } from 'react';
import { useAuthWrites } from '../../actors/account.ts';
import { useMutation } from '../../actors/mutation.ts';
import { useUnsavedChanges } from '../../actors/unsaved-form.ts';
import { HiddenUsername } from '../../components/form/HiddenUsername.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { NewPassword } from './NewPassword.tsx';

interface NewPasswordFormProps {
  readonly email: string;
  readonly label: string;
  readonly onDone?: () => void;
}

/** Sets a password where none is asked for: after a link of a mail. */
export function NewPasswordForm({ email, label, onDone }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const { setPassword: write } = useAuthWrites();
  const mutation = useMutation({
    run: (passwords: { password: string }, _, signal) => write(passwords, signal),
    onDone: () => onDone?.(),
  });
  useUnsavedChanges('Password', password !== '' && !mutation.isDone);
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => mutation.submit({ password }))}>
      <HiddenUsername value={email} />
      <NewPassword
        label={label}
        submitLabel="Set password"
        value={password}
        onChange={setPassword}
        mutation={mutation}
      />
    </form>
  );
}
