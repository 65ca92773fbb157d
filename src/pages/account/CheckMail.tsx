import { useAuthWrites } from '../../actors/account.ts';
import { useMutation } from '../../actors/mutation.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { FormPage } from '../../components/form/FormPage.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { OutboxNote } from './OutboxNote.tsx';

/** Waits for the link of the confirmation e-mail, and sends it again. */
export function CheckMail({ email, onUseAnother }: { email: string; onUseAnother: () => void }) {
  const { resendConfirmation } = useAuthWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (address: string, _, signal) => resendConfirmation(address, signal),
  });
  return (
    <FormPage title="Check your e-mail" lead={`We sent a link to ${email}.`}>
      <p>
        Open it on this device, or on any other with your password at hand; it works for one hour. Check your spam
        folder too.
      </p>
      <OutboxNote />
      <form className="grid gap-4" onSubmit={onSubmit(() => submit(email))}>
        <FormError failure={failure} secondsLeft={secondsLeft} />
        {isDone ? <p role="status">Another e-mail is on its way.</p> : null}
        <SubmitButton label="Send again" isBusy={isBusy} isDisabled={secondsLeft > 0} wait={wait} />
      </form>
      <Button onClick={onUseAnother}>Use another address</Button>
    </FormPage>
  );
}
