import { causeText, type NetworkCause } from '../../format/network-words.ts';
import { Button } from '../Button.tsx';

export interface WaitingProps {
  /** A request whose answer does not come; null while none is waited for. */
  readonly wait: {
    readonly network: NetworkCause | 'online';
    readonly stop: () => void;
    readonly resend: () => void;
  } | null;
}

/** Says that a request still waits for its answer, and offers to stop or to send it again. */
export function Waiting({ wait }: WaitingProps) {
  return (
    <p role="status" className="flex flex-wrap gap-x-4 gap-y-1 text-14 text-amber empty:hidden">
      {wait === null ? null : (
        <>
          <span>
            {wait.network === 'online'
              ? 'The server has not answered yet.'
              : `${causeText(wait.network)}. This is sent again by itself after that.`}
          </span>
          {wait.network === 'online' ? (
            <Button kind="link" onClick={wait.resend}>
              Try again
            </Button>
          ) : null}
          <Button kind="link" onClick={wait.stop}>
            Stop
          </Button>
        </>
      )}
    </p>
  );
}
