import type { ComponentProps, ReactNode } from 'react';
import { LabelledControl } from './LabelledControl.tsx';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** The options. */
  readonly children: ReactNode;
}

/** One labelled select. */
export function SelectField({ label, hint, error = null, children, ...select }: SelectFieldProps) {
  return (
    <LabelledControl label={label} hint={hint} error={error}>
      {(attributes) => (
        <select
          {...select}
          {...attributes}
          className="h-12 w-full min-w-0 rounded-8 border border-line bg-bg px-3 text-17 aria-invalid:border-red"
        >
          {children}
        </select>
      )}
    </LabelledControl>
  );
}
