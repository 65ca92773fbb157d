import { useState } from 'react';
import { updateWebhook } from '#contract/calls/webhook';
import { useMutation } from '../../../actors/mutation.ts';
import { useUnsavedChanges } from '../../../actors/unsaved-form.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';

interface WebhookFormProps {
  readonly leagueId: string;
  /** There is none that it would replace. */
  readonly isFirst: boolean;
}

/** Sets the address of a webhook. It is a secret: this device keeps no draft of it. */
export function WebhookForm({ leagueId, isFirst }: WebhookFormProps) {
  const [address, setAddress] = useState('');
  useUnsavedChanges('Webhook address', address !== '');
  const update = useWrite(updateWebhook);
  const { submit, change, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) =>
      update({ params: { leagueId }, body: { address: address.trim() }, key, signal }),
    onDone: () => setAddress(''),
  });
  return (
    <form className="grid justify-items-stretch gap-3" onSubmit={onSubmit(() => submit(undefined))}>
      <Field
        label={isFirst ? 'Webhook address' : 'Another webhook address'}
        name="webhook"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://discord.com/api/webhooks/…"
        value={address}
        onChange={(event) => {
          setAddress(event.target.value);
          change();
        }}
        hint="In Discord: Server Settings → Integrations → Webhooks → New Webhook → Copy Webhook URL. Anyone who knows it can post in the channel, so Pitboard shows it to nobody."
        error={fieldErrorOf(failure, 'address')}
      />
      <FormError failure={failure} secondsLeft={secondsLeft} fields={['address']} wait={wait} />
      <p role="status" className="text-14 text-mute empty:hidden">
        {isDone ? 'The webhook is set.' : ''}
      </p>
      <p>
        <Button type="submit" isBusy={isBusy} isDisabled={address.trim() === '' || secondsLeft > 0}>
          {isFirst ? 'Set webhook' : 'Replace webhook'}
        </Button>
      </p>
    </form>
  );
}
