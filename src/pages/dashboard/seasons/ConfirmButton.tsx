import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

export interface ConfirmButtonProps {
  readonly label: string;
  /** Shown in place of the label. */
  readonly icon?: string;
  /** For screen readers, where the label alone does not say what of. */
  readonly description?: string;
  readonly question: string;
  readonly confirmLabel: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  /** It asks already. */
  readonly isAsking?: boolean;
  readonly onAsk?: () => void;
}

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, icon, description, question, confirmLabel, isBusy, onConfirm, isAsking = false, onAsk } = props;
  const [step, setStep] = useState<'closed' | 'asking' | 'answered'>(isAsking ? 'asking' : 'closed');
  if (step === 'asking')
    return (
      <ConfirmDialog
        question={question}
        confirmLabel={confirmLabel}
        onConfirm={() => {
          setStep('answered');
          onConfirm();
        }}
        onCancel={() => setStep('answered')}
      />
    );
  const button = {
    // Focus would be lost with the question.
    autoFocus: step === 'answered',
    onClick: () => {
      setStep('asking');
      onAsk?.();
    },
  };
  return icon === undefined ? (
    <Button {...button} className="max-desk:px-2.5" aria-label={description} isBusy={isBusy}>
      {label}
    </Button>
  ) : (
    <IconButton {...button} icon={icon} label={description ?? label} title={label} isDisabled={isBusy} />
  );
}
