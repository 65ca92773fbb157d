import type { Mutation } from '../../../actors/mutation.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { frameIcons } from '../../../components/frame-icons.ts';
import { IconButton } from '../../../components/IconButton.tsx';
import { formatCount } from '../../../format/count.ts';
import { bar } from '../RecentDeletions.tsx';

interface DeletionFailureProps {
  /** The number of sessions that are not deleted; the reason is gone once the network is back. */
  readonly count: number;
  readonly deletion: Pick<Mutation<readonly string[], undefined>, 'failure' | 'secondsLeft' | 'wait'>;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Why sessions are not deleted, or that the server has not answered yet. */
export function DeletionFailure({ count, deletion, onRetry, onClose }: DeletionFailureProps) {
  const { failure, secondsLeft, wait } = deletion;
  // Without an answer nobody knows.
  const isUnknown = failure?.kind === 'aborted' || failure?.kind === 'unreachable';
  const isHidden = count === 0 && wait === null;
  return (
    <div className={isHidden ? 'absolute' : bar}>
      {count === 0 ? null : (
        <>
          <b className="min-w-0 flex-1 text-red">
            {formatCount(count, 'session')} {isUnknown ? 'may not be deleted' : 'not deleted'}
          </b>
          <Button isDisabled={secondsLeft > 0} onClick={onRetry}>
            Try again
          </Button>
          <IconButton onClick={onClose} icon={frameIcons.close} label="Close" />
        </>
      )}
      <div className={failure === null && wait === null ? 'absolute' : 'grid w-full pr-2'}>
        <FormError failure={failure} secondsLeft={secondsLeft} wait={wait} />
      </div>
    </div>
  );
}
