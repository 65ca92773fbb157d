import { useState } from 'react';
import { useAuthWires, usePerson } from '../../actors/auth.tsx';
import { useSubmission } from '../../actors/submission.ts';
import { HiddenUsername } from '../../components/form/HiddenUsername.tsx';
import { ordered } from '../../components/form/ordered.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { Refusal } from '../../components/form/Refusal.tsx';
import { Send } from '../../components/form/Send.tsx';
import { isPasswordGood } from '../../format/password.ts';

/** Another password, for who knows the one of today. */
export function PasswordForm() {
  const person = usePerson();
  const client = useAuthWires()?.client;
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { send, changed, isBusy, isDone, failure, wait } = useSubmission();

  function save(): void {
    if (client === undefined) return;
    send(async () => {
      const outcome = await client.setPassword({ password, current });
      if ('value' in outcome) {
        setCurrent('');
        setPassword('');
      }
      return outcome;
    });
  }

  return (
    <form className="grid gap-4" onSubmit={ordered(save)}>
      <HiddenUsername value={person?.email ?? ''} />
      <PasswordField
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
      />
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(value) => {
          setPassword(value);
          if (value !== '') changed();
        }}
        isJudged
      />
      <Refusal failure={failure} wait={wait} />
      {isDone ? <p role="status">Changed. All other devices are signed out.</p> : null}
      <Send
        word="Change the password"
        isBusy={isBusy}
        isOff={wait > 0 || current === '' || !isPasswordGood(password)}
      />
    </form>
  );
}
