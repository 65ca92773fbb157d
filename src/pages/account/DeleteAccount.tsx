import { useState } from 'react';
import { useProfileWrites } from '../../actors/account.ts';
import { useSignOut, useUser } from '../../actors/auth.tsx';
import { useMutation } from '../../actors/mutation.ts';
import { useRead } from '../../actors/read.tsx';
import { useUnsavedChangesRegistry } from '../../actors/unsaved-changes.tsx';
import { Field } from '../../components/form/Field.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';

/** Deletes the account, after its name was typed. */
export function DeleteAccount() {
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const registry = useUnsavedChangesRegistry();
  const { deleteAccount } = useProfileWrites();
  const isEmbedded = useRead({ name: 'getConfig' }).value?.auth.isEmbedded !== false;
  const [typed, setTyped] = useState('');
  const name = user?.profile?.username ?? user?.email ?? '';
  const { submit, isBusy, failure, secondsLeft } = useMutation({
    run: deleteAccount,
    onDone: () => {
      // Nothing of the account can be saved any more.
      registry.discardAll();
      signOut('local');
      navigate('/home');
    },
  });
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => submit(undefined))}>
      <p className="text-mute">
        Your profile, picture, leagues, seasons and sessions are deleted at once and cannot be restored. Results of your
        sessions are also removed from other people’s seasons.
        {isEmbedded ? '' : ' Your login itself belongs to a hosted service; its operator can delete it.'}
      </p>
      <Field
        label={`Type ${name} to confirm`}
        name="confirm"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <button
        type="submit"
        disabled={isBusy || secondsLeft > 0 || typed !== name}
        className="action border border-redfill text-red disabled:opacity-60"
      >
        {isBusy ? 'One moment…' : 'Delete my account'}
      </button>
    </form>
  );
}
