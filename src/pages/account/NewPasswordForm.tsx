import { useState } from 'react';
import type { Failure } from '#contract/api/problem';
import { useAuthWrites } from '../../actors/account.ts';
import { useMutation } from '../../actors/mutation.ts';
import { usePrograms } from '../../actors/programs.ts';
import { useUnsavedChanges } from '../../actors/unsaved-form.ts';
import { onSubmit } from '../../components/form/on-submit.ts';
import { EndPrograms } from './EndPrograms.tsx';
import { HiddenUsername } from './HiddenUsername.tsx';
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
  const programs = usePrograms();
  const mutation = useMutation({
    // The page is left once the password is set, so the programs end first.
    run: async (passwords: { password: string }, _, signal) => {
      const ended = await programs.endChosenWith(signal);
      const outcome = 'failure' in ended ? ended : await write(passwords, signal);
      return 'failure' in outcome ? { failure: asOldLink(outcome.failure) } : outcome;
    },
    onDone: () => onDone?.(),
  });
  useUnsavedChanges('Password', password !== '' && !mutation.isDone);
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => mutation.submit({ password }))}>
      <HiddenUsername value={email} />
      <NewPassword label={label} submitLabel="Set password" value={password} onChange={setPassword} mutation={mutation}>
        <EndPrograms programs={programs} />
      </NewPassword>
    </form>
  );
}

/** A link allows to set a password for ten minutes; there is no other password to ask for. */
function asOldLink(failure: Failure): Failure {
  return failure.code === 'reauthentication_needed' ? { ...failure, code: 'flow_state_expired' } : failure;
}
