import { useState } from 'react';
import { useApi } from '../../actors/api.tsx';
import { useAuthActions, usePerson } from '../../actors/auth.tsx';
import { outcomeOf } from '../../actors/outcome.ts';
import { useRead } from '../../actors/read.tsx';
import { useSubmission } from '../../actors/submission.ts';
import { Field } from '../../components/form/Field.tsx';
import { ordered } from '../../components/form/ordered.ts';
import { Refusal } from '../../components/form/Refusal.tsx';
import { useGo } from '../shell/navigation.tsx';

/** The end of an account, after its name was typed. */
export function DeleteAccount() {
  const person = usePerson();
  const api = useApi();
  const go = useGo();
  const { signOut } = useAuthActions();
  const isEmbedded = useRead({ name: 'getConfig' }).value?.auth.isEmbedded !== false;
  const [typed, setTyped] = useState('');
  const { send, isBusy, failure, wait } = useSubmission();
  const name = person?.profile?.username ?? person?.email ?? '';

  function remove(): void {
    send(async () => {
      const outcome = await outcomeOf(api.deleteAccount(AbortSignal.timeout(60_000)));
      if ('value' in outcome) {
        signOut('local');
        go('/home');
      }
      return outcome;
    });
  }

  return (
    <form className="grid gap-4" onSubmit={ordered(remove)}>
      <p className="text-mute">
        Your profile, picture, leagues, seasons and sessions are deleted at once and cannot be brought back. Results of
        your sessions leave the seasons of others too.
        {isEmbedded ? '' : ' Your sign-in itself belongs to a hosted service: its operator deletes it.'}
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
      <Refusal failure={failure} wait={wait} />
      <button
        type="submit"
        disabled={isBusy || wait > 0 || typed !== name}
        className="action border border-redfill text-red disabled:opacity-60"
      >
        {isBusy ? 'One moment …' : 'Delete my account'}
      </button>
    </form>
  );
}
