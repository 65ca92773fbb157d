import { Button } from '../../../components/Button.tsx';

interface ConfirmDialogProps {
  readonly question: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something happens, in the place of the button that would do it. */
export function ConfirmDialog({
  question,
  confirmLabel,
  cancelLabel = 'Keep',
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <span
      role="alertdialog"
      aria-label={question}
      className="flex flex-wrap items-center gap-2"
      onKeyDown={({ key }) => (key === 'Escape' ? onCancel() : undefined)}
    >
      <span className="max-desk:w-full">{question}</span>
      <Button
        kind="primary"
        // Focus would be lost with the button that was pressed.
        autoFocus
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
      <Button onClick={onCancel}>{cancelLabel}</Button>
    </span>
  );
}
