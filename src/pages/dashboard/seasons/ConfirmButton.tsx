import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Question } from './Question.tsx';

export interface ConfirmButtonProps {
  readonly label: string;
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
  const { label, description, question, confirmLabel, isBusy, onConfirm, isAsking = false, onAsk } = props;
  const [step, setStep] = useState<'closed' | 'asking' | 'answered'>(isAsking ? 'asking' : 'closed');
  if (step === 'asking')
    return (
      <Question
        question={question}
        confirmLabel={confirmLabel}
        onConfirm={() => {
          setStep('answered');
          onConfirm();
        }}
        onCancel={() => setStep('answered')}
      />
    );
  return (
    <Button
      // Focus would be lost with the question.
      autoFocus={step === 'answered'}
      className="max-desk:px-2.5"
      aria-label={description}
      isBusy={isBusy}
      onClick={() => {
        setStep('asking');
        onAsk?.();
      }}
    >
      {label}
    </Button>
  );
}
