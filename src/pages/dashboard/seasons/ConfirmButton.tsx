import { useState } from 'react';

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
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <button
        type="button"
        className="action border border-line max-desk:px-2.5"
        aria-label={description}
        disabled={isBusy}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </button>
    );
  }
  return (
    <span role="alertdialog" aria-label={question} className="flex flex-wrap items-center gap-2">
      <span className="max-desk:w-full">{question}</span>
      <button
        // biome-ignore lint/a11y/noAutofocus: focus would be lost with the button that was pressed
        autoFocus
        type="button"
        className="action bg-redfill text-white disabled:opacity-60"
        disabled={isBusy}
        onClick={() => {
          setIsAsking(false);
          onConfirm();
        }}
      >
        {confirmLabel}
      </button>
      <button type="button" className="action border border-line" onClick={() => setIsAsking(false)}>
        Keep
      </button>
    </span>
  );
}
