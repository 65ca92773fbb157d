import { decideSessions } from '#contract/calls/edit-session';
import { useMutation } from '../../actors/mutation.ts';
import { useWrite } from '../../actors/write.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { formatCount } from '../../format/count.ts';

/** Asks once whether sessions stay public that an earlier version has shown to everybody. */
export function StillPublic({ total }: { total: number }) {
  const decide = useWrite(decideSessions);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (isPublic: boolean, key, signal) => decide({ body: { isPublic }, key, signal }),
  });
  return (
    <li className="stack gap-3 border-b border-line py-3">
      <div className="grid min-w-0">
        <span className="font-650">
          {formatCount(total, 'session')} of private races or leagues {total === 1 ? 'is' : 'are'} visible to everybody
        </span>
        <span className="text-14 text-mute">
          New ones are private by themselves. Each session’s page can change it later.
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={isBusy} onClick={() => submit(false)}>
          Make private
        </Button>
        <Button isDisabled={isBusy} onClick={() => submit(true)}>
          Keep public
        </Button>
      </div>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
    </li>
  );
}
