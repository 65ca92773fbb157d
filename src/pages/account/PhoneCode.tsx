import { useState } from 'react';
import { useAuthWrites } from '../../actors/account.ts';
import { useMutation } from '../../actors/mutation.ts';
import { Field } from '../../components/form/Field.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';

/** Confirms a phone number with the code of a text message. */
export function PhoneCode() {
  const [phone, setPhone] = useState('');
  const [token, setToken] = useState('');
  const { verifyCode } = useAuthWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (code: { phone: string; token: string }, _, signal) => verifyCode(code, signal),
  });
  return (
    <FormPage title="Enter the code" lead="A text message with a code is on its way.">
      <form className="grid gap-4" onSubmit={onSubmit(() => submit({ phone, token }))}>
        <Field
          label="Phone number"
          name="tel"
          type="tel"
          autoComplete="tel"
          required
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <FormError failure={failure} secondsLeft={secondsLeft} />
        <SubmitButton label="Confirm" isBusy={isBusy || isDone} isDisabled={secondsLeft > 0} wait={wait} />
      </form>
    </FormPage>
  );
}
