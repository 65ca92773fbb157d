import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Shown at the end of the input. */
  readonly trailing?: ReactNode;
}

/** One labelled input; screen readers read its hint and error with it. */
export function Field({ label, hint, error = null, trailing, ...input }: FieldProps) {
  const id = useId();
  const descriptions = [hint === undefined ? null : `${id}-hint`, error === null ? null : `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-650">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={descriptions.length === 0 ? undefined : descriptions.join(' ')}
          data-trailing={trailing === undefined ? undefined : ''}
          className="h-12 w-full rounded-8 border border-line bg-bg px-3 text-17 placeholder:text-mute aria-invalid:border-red data-trailing:pr-14"
        />
        {trailing === undefined ? null : (
          <div className="absolute inset-y-0 right-0 grid place-items-center">{trailing}</div>
        )}
      </div>
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className="text-14 text-mute">
          {hint}
        </div>
      )}
      {error === null ? null : (
        <p id={`${id}-error`} className="text-14 text-red" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
