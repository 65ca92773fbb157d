import { useState } from 'react';
import { getConfig } from '#contract/calls/site';
import { useProfileWrites } from '../../actors/account.ts';
import { useUser } from '../../actors/auth.tsx';
import { useMutation } from '../../actors/mutation.ts';
import { useRead } from '../../actors/read.tsx';
import { useSignOut } from '../../actors/sign-out.ts';
import { useUnsavedChangesRegistry } from '../../actors/unsaved-changes.tsx';
import { DeleteForm } from '../../components/form/DeleteForm.tsx';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { HiddenUsername } from './HiddenUsername.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Deletes the account, after its name and password were typed. */
export function DeleteAccount() {
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const registry = useUnsavedChangesRegistry();
  const [password, setPassword] = useState('');
  const { deleteAccount } = useProfileWrites();
  const isEmbedded = useRead({ call: getConfig }).value?.auth.isEmbedded !== false;
  const mutation = useMutation({
    run: (proof: { password: string }, _, signal) => deleteAccount(proof, signal),
    onDone: () => {
      // The account's changes can no longer be saved.
      registry.discardAll();
      signOut('local');
      navigate('/home');
    },
  });
  return (
    <DeleteForm
      name={user?.profile?.username ?? user?.email ?? ''}
      lead={`Your profile, picture, leagues, seasons and sessions are deleted at once and cannot be restored. Results of your sessions are also removed from other people’s seasons. A league with an admin is not deleted: it goes to the admin who joined first, with your seasons in it and the sessions in those seasons.${isEmbedded ? '' : ' Your login itself belongs to a hosted service; its operator can delete it.'}`}
      action="Delete my account"
      onDelete={() => mutation.submit({ password })}
      mutation={mutation}
      isComplete={password !== ''}
    >
      <HiddenUsername value={user?.email ?? ''} />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </DeleteForm>
  );
}
