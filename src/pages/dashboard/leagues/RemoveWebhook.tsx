import { useMutation } from '../../../actors/mutation.ts';
import { useWrite } from '../../../actors/write.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { Waiting } from '../../../components/form/Waiting.tsx';
import { ConfirmButton } from '../seasons/ConfirmButton.tsx';

/** Removes the webhook of a league, after a question. */
export function RemoveWebhook({ leagueId }: { leagueId: string }) {
  const remove = useWrite('deleteWebhook');
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, key, signal) => remove({ params: { leagueId }, key, signal }),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <Waiting wait={wait} />
      <ConfirmButton
        label="Remove webhook"
        question="Nothing more is posted, and messages that wait are not sent. The webhook stays in Discord until you delete it there."
        confirmLabel="Remove webhook"
        isBusy={isBusy}
        onConfirm={() => submit(undefined)}
      />
    </div>
  );
}
