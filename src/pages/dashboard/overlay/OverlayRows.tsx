import { Field } from '../../../components/form/Field.tsx';
import type { OverlayFieldProps } from './overlay-field-values.ts';

/** How many rows an overlay has at most. */
export function OverlayRows({ values, onChange, hint }: OverlayFieldProps & { readonly hint: string }) {
  return (
    <Field
      label="Rows"
      hint={hint}
      type="number"
      inputMode="numeric"
      min={1}
      max={64}
      value={values.rows}
      onChange={({ target }) => onChange({ rows: target.value })}
    />
  );
}
