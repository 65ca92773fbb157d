import { useState } from 'react';
import { useAuthActions, useAuthWires, usePerson } from '../../actors/auth.tsx';
import { useAvailability } from '../../actors/availability.ts';
import { useSubmission } from '../../actors/submission.ts';
import { Field } from '../../components/form/Field.tsx';
import { ordered } from '../../components/form/ordered.ts';
import { Refusal } from '../../components/form/Refusal.tsx';
import { Send } from '../../components/form/Send.tsx';

/** The name that others see; whether it can be had shows while it is typed. */
export function UsernameForm({ word }: { word: string }) {
  const person = usePerson();
  const client = useAuthWires()?.client;
  const { changeProfile } = useAuthActions();
  const present = person?.profile?.username ?? '';
  const [name, setName] = useState(present);
  const { typed, answer, isAsking } = useAvailability();
  const { send, changed, isBusy, isDone, failure, wait } = useSubmission();
  const isSame = name === present;
  const isRefused = answer !== null && !answer.available && !isSame;

  function save(): void {
    if (client === undefined || person === null) return;
    send(async () => {
      const outcome = await client.saveProfile({ id: person.userId, username: name });
      if ('value' in outcome) changeProfile(outcome.value);
      return outcome;
    });
  }

  const state = isSame
    ? ''
    : isAsking
      ? 'Looking whether it is free …'
      : answer?.available === true
        ? 'It is free.'
        : '';
  return (
    <form className="grid gap-4" onSubmit={ordered(save)}>
      <Field
        label="Username"
        name="nickname"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        required
        value={name}
        onChange={(event) => {
          const value = event.target.value.trim();
          setName(value);
          typed(value);
          changed();
        }}
        hint={
          <span role="status" className={answer?.available === true && !isSame ? 'text-green' : ''}>
            {state === '' ? '3 to 30 letters, digits, _, - and .' : state}
          </span>
        }
        fault={isRefused ? `This name ${answer.reason}.` : null}
      />
      <Refusal failure={failure} wait={wait} />
      {isDone ? <p role="status">Saved.</p> : null}
      <Send word={word} isBusy={isBusy} isOff={wait > 0 || isRefused || isSame || name === ''} />
    </form>
  );
}
