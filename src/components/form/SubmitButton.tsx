import { Waiting, type WaitingProps } from './Waiting.tsx';

interface SubmitButtonProps extends WaitingProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  /** It takes the place of what had the focus. */
  readonly hasFocus?: boolean;
}

/**
 * The button that submits a form; it keeps its place and width while it is busy, and says when that takes too long. It
 * stays in the order of focus: a button that is disabled under the focus of a keyboard would lose it.
 */
export function SubmitButton({ label, isBusy, isDisabled = false, hasFocus = false, wait }: SubmitButtonProps) {
  const isOff = isBusy || isDisabled;
  return (
    <div className="grid gap-2">
      <Waiting wait={wait} />
      <button
        // biome-ignore lint/a11y/noAutofocus: focus would be lost with the button that was pressed
        autoFocus={hasFocus}
        type="submit"
        aria-disabled={isOff}
        aria-busy={isBusy}
        className="action w-full bg-redfill text-white aria-disabled:cursor-default aria-disabled:opacity-60"
        onClick={(click) => (isOff ? click.preventDefault() : undefined)}
      >
        {isBusy ? 'One moment…' : label}
      </button>
    </div>
  );
}
