import { useApi } from '../../actors/api.tsx';
import { saveFile } from '../../actors/files.ts';
import { outcomeOf } from '../../actors/outcome.ts';
import { useSubmission } from '../../actors/submission.ts';
import { Refusal } from '../../components/form/Refusal.tsx';

/** All that this server knows of who is signed in, as one file. */
export function ExportData() {
  const api = useApi();
  const { send, isBusy, isDone, failure, wait } = useSubmission();
  return (
    <>
      <p className="text-mute">
        One JSON file with your account, profile, leagues, seasons and sessions. Each session is whole under the address
        that stands with it.
      </p>
      <Refusal failure={failure} wait={wait} />
      {isDone ? <p role="status">The file is in your downloads.</p> : null}
      <p>
        <button
          type="button"
          className="action border border-line"
          disabled={isBusy || wait > 0}
          onClick={() =>
            send(async () => {
              const outcome = await outcomeOf(api.exportAccount(AbortSignal.timeout(120_000)));
              if ('value' in outcome)
                saveFile('pitboard-account.json', 'application/json', JSON.stringify(outcome.value, null, 2));
              return outcome;
            })
          }
        >
          {isBusy ? 'One moment …' : 'Download my data'}
        </button>
      </p>
    </>
  );
}
