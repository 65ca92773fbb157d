interface SubmitButtonProps {
  readonly label: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
}

/** The button that submits a form; it keeps its place and width while it is busy. */
export function SubmitButton({ label, isBusy, isDisabled = false }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      disabled={isBusy || isDisabled}
      aria-busy={isBusy}
      className="action w-full bg-redfill text-white disabled:opacity-60"
    >
      {isBusy ? 'One moment…' : label}
    </button>
  );
}
