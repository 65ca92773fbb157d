import { Waiting, type WaitingProps } from './Waiting.tsx';

interface SubmitButtonProps extends WaitingProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
}

/** The button that submits a form; it keeps its place and width while it is busy, and says when that takes too long. */
export function SubmitButton({ label, isBusy, isDisabled = false, wait }: SubmitButtonProps) {
  return (
    <div className="grid gap-2">
      <Waiting wait={wait} />
      <button
        type="submit"
        disabled={isBusy || isDisabled}
        aria-busy={isBusy}
        className="action w-full bg-redfill text-white disabled:opacity-60"
      >
        {isBusy ? 'One moment…' : label}
      </button>
    </div>
  );
}
