import { type ReactNode, type SelectHTMLAttributes, useId } from 'react';

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** The options. */
  readonly children: ReactNode;
}

/** One labelled select. */
export function SelectField({ label, hint, error = null, children, ...select }: SelectFieldProps) {
  const id = useId();
  const descriptions = [hint === undefined ? null : `${id}-hint`, error === null ? null : `${id}-error`].filter(
    Boolean,
  );
  return (
    <div className="stack min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="font-650">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={descriptions.length === 0 ? undefined : descriptions.join(' ')}
        className="h-12 w-full min-w-0 rounded-8 border border-line bg-bg px-3 text-17 aria-invalid:border-red"
      >
        {children}
      </select>
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
