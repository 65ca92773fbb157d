import { visibleLength } from '#contract/values/text-values';
import { formatCount } from '../../format/count.ts';
import { Field, type FieldProps } from './Field.tsx';

interface LimitedFieldProps extends Omit<FieldProps, 'maxLength' | 'value'> {
  readonly value: string;
  /** The most visible characters that are stored. The browser would count an emoji as several, and cut what is pasted. */
  readonly limit: number;
}

/** An input that says when its text is too long, and keeps it. */
export function LimitedField({ limit, error = null, ...field }: LimitedFieldProps) {
  const length = visibleLength(field.value.trim());
  return (
    <Field
      {...field}
      error={error ?? (length > limit ? `${formatCount(length - limit, 'character')} too many.` : null)}
    />
  );
}
