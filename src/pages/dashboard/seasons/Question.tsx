interface QuestionProps {
  /** What happens, in words. */
  readonly question: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something happens, in the place of the button that would do it. */
export function Question({ question, confirmLabel, cancelLabel = 'Keep', onConfirm, onCancel }: QuestionProps) {
  return (
    <span
      role="alertdialog"
      aria-label={question}
      className="flex flex-wrap items-center gap-2"
      onKeyDown={({ key }) => (key === 'Escape' ? onCancel() : undefined)}
    >
      <span className="max-desk:w-full">{question}</span>
      <button
        // biome-ignore lint/a11y/noAutofocus: focus would be lost with the button that was pressed
        autoFocus
        type="button"
        className="action bg-redfill text-white"
        onClick={onConfirm}
      >
        {confirmLabel}
      </button>
      <button type="button" className="action border border-line" onClick={onCancel}>
        {cancelLabel}
      </button>
    </span>
  );
}
