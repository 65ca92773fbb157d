import { Button } from '../Button.tsx';
import { Waiting, type WaitingProps } from './Waiting.tsx';

interface SubmitButtonProps extends WaitingProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  /** It takes the place of what had the focus. */
  readonly hasFocus?: boolean;
}

/** The button that submits a form; it says when the answer takes too long. */
export function SubmitButton({ label, wait, hasFocus = false, ...button }: SubmitButtonProps) {
  return (
    <div className="grid gap-2">
      <Waiting wait={wait} />
      <Button {...button} kind="primary" type="submit" autoFocus={hasFocus} className="w-full">
        {label}
      </Button>
    </div>
  );
}
