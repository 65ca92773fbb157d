import { useProfileWrites } from '../../actors/account.ts';
import { useMutation } from '../../actors/mutation.ts';
import { saveFile } from '../../browser/download.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';

/** Downloads everything that this server stores about the user, as one file. */
export function ExportData() {
  const { exportAccount } = useProfileWrites();
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (_: undefined, __, signal) => exportAccount(signal),
    onDone: (account) => saveFile('pitboard-account.json', 'application/json', JSON.stringify(account, null, 2)),
  });
  return (
    <>
      <p className="text-mute">
        One JSON file with your account, profile, leagues, seasons and sessions. It lists the address of each full
        session.
      </p>
      <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      {isDone ? <p role="status">The file is in your downloads.</p> : null}
      <p>
        <Button isBusy={isBusy} isDisabled={secondsLeft > 0} onClick={() => submit(undefined)}>
          Download my data
        </Button>
      </p>
    </>
  );
}
