import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import type { OverlayFieldProps } from './overlay-field-values.ts';

/** The size of an overlay, and the edge that it is at. */
export function OverlaySize({ values, onChange }: OverlayFieldProps) {
  return (
    <div className="stack grid-cols-2 gap-4">
      <SelectField
        label="Size"
        value={String(values.scale)}
        onChange={({ target }) => onChange({ scale: Number(target.value) })}
      >
        <Options of={[0.5, 0.75, 1, 1.25, 1.5, 2, 3].map((scale) => [String(scale), `${scale * 100} %`])} />
      </SelectField>
      <SelectField
        label="Side"
        value={values.side}
        onChange={({ target }) => onChange({ side: target.value === 'right' ? 'right' : 'left' })}
      >
        <option value="left">Left</option>
        <option value="right">Right</option>
      </SelectField>
    </div>
  );
}
