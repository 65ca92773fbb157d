import { SelectField } from '../../../components/form/SelectField.tsx';
import { OverlayCheck } from './OverlayCheck.tsx';
import { OverlayRows } from './OverlayRows.tsx';
import { OverlaySize } from './OverlaySize.tsx';
import type { OverlayFieldProps } from './overlay-field-values.ts';

/** Options of the standings of a season. */
export function OverlaySeasonFields({ values, onChange }: OverlayFieldProps) {
  return (
    <>
      <SelectField
        label="Shows"
        value={values.table}
        onChange={({ target }) => onChange({ table: target.value === 'teams' ? 'teams' : 'drivers' })}
        hint="They are up to date within half a minute after a result or a ruling."
      >
        <option value="drivers">Driver standings</option>
        <option value="teams">Team standings</option>
      </SelectField>
      <OverlayRows values={values} onChange={onChange} hint="Empty for ten." />
      <OverlaySize values={values} onChange={onChange} />
      <OverlayCheck label="Column heads" isOn={values.heads} onChange={(heads) => onChange({ heads })} />
    </>
  );
}
