import { useState } from 'react';
import { useAuthWires, usePerson } from '../../actors/auth.tsx';
import { useSubmission } from '../../actors/submission.ts';
import { Field } from '../../components/form/Field.tsx';
import { ordered } from '../../components/form/ordered.ts';
import { Refusal } from '../../components/form/Refusal.tsx';
import { Send } from '../../components/form/Send.tsx';
import { Outbox } from './Outbox.tsx';

/** Another address; the old one and the new one both have to agree. */
export function EmailForm() {
  const person = usePerson();
  const client = useAuthWires()?.client;
  const [email, setEmail] = useState('');
  const { send, changed, isBusy, isDone, failure, wait } = useSubmission();
  return (
    <form
      className="grid gap-4"
      onSubmit={ordered(() => {
        if (client !== undefined) send(() => client.changeEmail(email.trim()));
      })}
    >
      <Field
        label="New address"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={email}
        onChange={(event) => {
          setEmail(event.target.value);
          changed();
        }}
        hint={`Now it is ${person?.email}. A mail goes to both addresses; both links have to be followed.`}
      />
      <Refusal failure={failure} wait={wait} />
      {isDone ? (
        <>
          <p role="status">Two mails are on their way.</p>
          <Outbox />
        </>
      ) : null}
      <Send word="Change the address" isBusy={isBusy} isOff={wait > 0 || email === ''} />
    </form>
  );
}
