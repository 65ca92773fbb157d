import { Button } from '../Button.tsx';
import { Waiting, type WaitingProps } from './Waiting.tsx';

interface SubmitButtonProps extends WaitingProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
}

/** The button that submits a form; it says when the answer takes too long. */
export function SubmitButton({ label, wait, ...button }: SubmitButtonProps) {
  return (
    <div className="grid gap-2">
      <Waiting wait={wait} />
      <Button {...button} kind="primary" type="submit" className="w-full">
        {label}
      </Button>
    </div>
  );
}
