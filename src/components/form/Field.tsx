import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { LabelledControl } from './LabelledControl.tsx';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Shown at the end of the input. */
  readonly trailing?: ReactNode;
}

/** One labelled input. */
export function Field({ label, hint, error = null, trailing, ...input }: FieldProps) {
  return (
    <LabelledControl label={label} hint={hint} error={error}>
      {(attributes) => (
        <div className="relative">
          <input
            {...input}
            {...attributes}
            className={`h-12 w-full rounded-8 border border-line bg-bg px-3 text-17 aria-invalid:border-red ${trailing === undefined ? '' : 'pr-14'}`}
          />
          {trailing === undefined ? null : (
            <div className="absolute inset-y-0 right-0 grid place-items-center">{trailing}</div>
          )}
        </div>
      )}
    </LabelledControl>
  );
}
