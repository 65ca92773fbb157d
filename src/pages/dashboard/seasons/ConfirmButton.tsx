import { useState } from 'react';
import { Question } from './Question.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  /** For screen readers, where the label alone does not say what of. */
  readonly description?: string;
  /** What happens, in a sentence. */
  readonly question: string;
  readonly confirmLabel: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/** A button that asks before it acts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, description, question, confirmLabel, isBusy, onConfirm } = props;
  const [step, setStep] = useState<'closed' | 'asking' | 'answered'>('closed');
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
    <button
      // biome-ignore lint/a11y/noAutofocus: focus would be lost with the question
      autoFocus={step === 'answered'}
      type="button"
      className="action border border-line aria-disabled:opacity-60 max-desk:px-2.5"
      aria-label={description}
      aria-disabled={isBusy}
      onClick={() => (isBusy ? undefined : setStep('asking'))}
    >
      {label}
    </button>
  );
}
