interface QuickProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly textOf?: (value: string) => string;
  readonly onChoose: (value: string) => void;
}

/** Values that are often given, each one tap away. */
export function Quick({ label, values, textOf = (value) => value, onChoose }: QuickProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          onClick={() => onChoose(value)}
          className="min-h-11 rounded-full border border-line px-3.5 text-14 font-650 hover:border-mute"
        >
          {textOf(value)}
        </button>
      ))}
    </fieldset>
  );
}
