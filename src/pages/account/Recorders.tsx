import { listRecorders } from '#contract/calls/account';
import { deleteRecorder } from '#contract/calls/recorders';
import type { Recorder } from '#contract/entities/recorder';
import { usePairing } from '../../actors/pairing.ts';
import { useRead } from '../../actors/read.tsx';
import { useWrite } from '../../actors/write.ts';
import { Button } from '../../components/Button.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { SkeletonCards } from '../../components/Skeleton.tsx';
import { formatInstant } from '../../format/date.ts';
import { formatClock } from '../../format/time.ts';
import { AccessRow } from './AccessRow.tsx';
import { ConfirmPassword } from './ConfirmPassword.tsx';

/** The programs that record the game for this account: connecting one, and removing it. */
export function Recorders() {
  const read = useRead({ call: listRecorders });
  return (
    <>
      <p className="text-mute">
        A recorder listens to the game, shows your sessions live and stores them. It can do nothing else with your
        account, and never has your password.
      </p>
      <ReadView isPart read={read} skeleton={<SkeletonCards count={1} />}>
        {(recorders) =>
          recorders.length === 0 ? (
            <p className="text-mute">No recorder is connected.</p>
          ) : (
            <ul className="grid border-t border-line">
              {recorders.map((recorder) => (
                <RecorderRow key={recorder.id} recorder={recorder} />
              ))}
            </ul>
          )
        }
      </ReadView>
      <CodeForm />
    </>
  );
}

function RecorderRow({ recorder: { id, name, createdAt, lastSeenAt } }: { recorder: Recorder }) {
  const removeRecorder = useWrite(deleteRecorder);
  return (
    <AccessRow
      name={name}
      note={lastSeenAt === null ? `Connected ${formatInstant(createdAt)}` : `Last seen ${formatInstant(lastSeenAt)}`}
      verb="Remove"
      question="It can’t record for this account any more. What it has stored stays."
      confirmLabel="Remove recorder"
      write={(key, signal) => removeRecorder({ params: { id }, key, signal })}
    />
  );
}

function CodeForm() {
  const { submit, isBusy, value, connected, proof, failure, secondsLeft, wait } = usePairing();
  return (
    <form className="grid gap-3" onSubmit={onSubmit(() => submit(undefined))}>
      {value === null ? null : (
        <div role="status" className="grid gap-1">
          <p>Enter this code in the recorder. It can be used once, until {timeOf(value.expiresAt)}.</p>
          <p className="text-26 font-750 [letter-spacing:0.06em] select-all">
            {value.code.slice(0, 4)} {value.code.slice(4)}
          </p>
          {/* In another tab: the code stays here. */}
          <p className="text-mute">
            No recorder yet?{' '}
            <a href="/downloadInfo" target="_blank" rel="noopener" className="link">
              Get the recorder
            </a>
          </p>
        </div>
      )}
      {connected === null ? null : (
        <p role="status" className="text-green">
          <bdi>{connected}</bdi> is connected.
        </p>
      )}
      <FormError failure={failure} secondsLeft={secondsLeft} fields={['proof']} wait={wait} />
      <ConfirmPassword proof={proof} />
      <p>
        <Button type="submit" isBusy={isBusy} isDisabled={secondsLeft > 0 || proof.isMissing}>
          {value === null ? 'Connect a recorder' : 'Create another code'}
        </Button>
      </p>
    </form>
  );
}

/** A code is valid for minutes: its day and time zone are those of now. */
function timeOf(instant: string): string {
  return formatClock(Date.parse(instant)).slice(0, 5);
}
