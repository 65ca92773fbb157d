import { useId } from 'react';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint: string;
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few options, each with its meaning. */
export function Choice<Value extends string>({ legend, options, value, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-650">{legend}</legend>
      <div className="grid gap-2 desk:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-8 border border-line p-3 has-checked:border-red focus-inside"
          >
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              aria-labelledby={`${id}-${option.value}-label`}
              aria-describedby={`${id}-${option.value}`}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-5 shrink-0 accent-red outline-none"
            />
            <span className="grid gap-0.5">
              <span id={`${id}-${option.value}-label`} className="font-650">
                {option.label}
              </span>
              <span id={`${id}-${option.value}`} className="text-14 text-mute">
                {option.hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
