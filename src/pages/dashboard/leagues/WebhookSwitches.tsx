import { useState } from 'react';
import { updateWebhook } from '#contract/calls/webhook';
import type { LeagueWebhook } from '#contract/entities/webhook';
import { useMutation } from '../../../actors/mutation.ts';
import { useUnsavedChanges } from '../../../actors/unsaved-form.ts';
import { useWrite } from '../../../actors/write.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { Switch } from '../../../components/form/Switch.tsx';

type Switches = Pick<LeagueWebhook, 'standings' | 'results' | 'reminders'>;

const kinds: readonly { readonly field: keyof Switches; readonly label: string; readonly hint: string }[] = [
  { field: 'standings', label: 'Official standings', hint: 'When they are published, or taken back.' },
  {
    field: 'results',
    label: 'Results of the latest event',
    hint: 'With the first official standings that contain them.',
  },
  {
    field: 'reminders',
    label: 'Reminder of the next event',
    hint: 'The day before it begins, if it has a time.',
  },
];

/** The kinds of posts of a league. */
export function WebhookSwitches({ leagueId, webhook }: { leagueId: string; webhook: LeagueWebhook }) {
  const [changes, setChanges] = useState<Partial<Switches>>({});
  const changed = kinds.filter(({ field }) => (changes[field] ?? webhook[field]) !== webhook[field]);
  useUnsavedChanges('What is posted', changed.length > 0);
  const update = useWrite(updateWebhook);
  const { submit, change, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (body: Partial<Switches>, key, signal) => update({ params: { leagueId }, body, key, signal }),
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={onSubmit(() =>
        submit(Object.fromEntries(changed.map(({ field }) => [field, changes[field] ?? webhook[field]]))),
      )}
    >
      <fieldset className="grid">
        <legend className="mb-1.5 font-650">What is posted</legend>
        {kinds.map(({ field, label, hint }) => (
          <Switch
            key={field}
            label={label}
            hint={hint}
            isOn={changes[field] ?? webhook[field]}
            onChange={(isOn) => {
              setChanges({ ...changes, [field]: isOn });
              change();
            }}
          />
        ))}
      </fieldset>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      <p role="status" className="text-14 text-mute empty:hidden">
        {isDone && changed.length === 0 ? 'What is posted is saved.' : ''}
      </p>
      <p>
        <Button type="submit" isBusy={isBusy} isDisabled={changed.length === 0 || secondsLeft > 0}>
          Save what is posted
        </Button>
      </p>
    </form>
  );
}
