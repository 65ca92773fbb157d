import { Button } from '../../components/Button.tsx';

interface SuggestionsProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly textOf?: (value: string) => string;
  readonly onChoose: (value: string) => void;
}

/** Values that are often given, each one tap away. */
export function Suggestions({ label, values, textOf = (value) => value, onChoose }: SuggestionsProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {values.map((value) => (
        <Button kind="chip" key={value} onClick={() => onChoose(value)}>
          {textOf(value)}
        </Button>
      ))}
    </fieldset>
  );
}
