import { Field } from '../../../components/form/Field.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { type OverlayColumn, type OverlayKind, overlayColumns, overlayKinds } from '../../../format/overlay-options.ts';
import { OverlayCheck } from './OverlayCheck.tsx';
import { OverlayRows } from './OverlayRows.tsx';
import { OverlaySize } from './OverlaySize.tsx';
import type { OverlayFieldProps } from './overlay-field-values.ts';

const kindNames: Readonly<Record<OverlayKind, string>> = {
  tower: 'Timing tower',
  standings: 'Championship as it stands',
  battle: 'Battle of two cars',
  'lower-third': 'One driver (lower third)',
};
const columnNames: Readonly<Record<OverlayColumn, string>> = {
  interval: 'Interval',
  gap: 'Gap to the leader',
  tyre: 'Tyre and its age',
  last: 'Last lap',
  best: 'Best lap',
  stops: 'Stops',
  gained: 'Places gained',
  penalties: 'Penalties',
};

/** In seconds. */
const delays = [0, 2, 5, 10, 20, 30, 60, 120, 300];

/** Options of what is shown of a race. */
export function OverlayRaceFields({ values, onChange }: OverlayFieldProps) {
  const { show, columns } = values;
  const isList = show === 'tower' || show === 'standings';
  return (
    <>
      <SelectField
        label="Shows"
        value={show}
        onChange={({ target }) => onChange({ show: overlayKinds.find((kind) => kind === target.value) ?? 'tower' })}
        hint={show === 'standings' ? 'Only races that belong to an event of a season have a championship.' : undefined}
      >
        <Options of={overlayKinds.map((kind) => [kind, kindNames[kind]])} />
      </SelectField>
      {show === 'tower' ? (
        <fieldset className="grid gap-1">
          <legend className="font-650">Columns</legend>
          <div className="grid grid-cols-2">
            {overlayColumns.map((column) => (
              <OverlayCheck
                key={column}
                label={columnNames[column]}
                isOn={columns.includes(column)}
                onChange={(isOn) =>
                  onChange({ columns: isOn ? [...columns, column] : columns.filter((other) => other !== column) })
                }
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      {isList ? (
        <OverlayRows
          values={values}
          onChange={onChange}
          hint={show === 'tower' ? 'Empty for all drivers.' : 'Empty for ten.'}
        />
      ) : (
        <Field
          label={show === 'battle' ? 'Two drivers' : 'Driver'}
          hint={
            show === 'battle'
              ? 'Codes or car numbers with a comma, as VER, 44. Empty for the closest battle.'
              : 'A code or a car number, leader, or fastest for the fastest lap. Empty for the leader.'
          }
          autoComplete="off"
          value={values.drivers}
          onChange={({ target }) => onChange({ drivers: target.value })}
        />
      )}
      <OverlaySize values={values} onChange={onChange} />
      <div className="grid grid-cols-2">
        {isList ? (
          <OverlayCheck label="Column heads" isOn={values.heads} onChange={(heads) => onChange({ heads })} />
        ) : null}
        <OverlayCheck label="Time of the picture" isOn={values.asOf} onChange={(asOf) => onChange({ asOf })} />
      </div>
      <SelectField
        label="Delay"
        value={String(values.delay)}
        onChange={({ target }) => onChange({ delay: Number(target.value) })}
      >
        <Options of={delays.map((seconds) => [seconds, seconds === 0 ? 'None' : `${seconds} s`])} />
      </SelectField>
      <Field
        label="Key of a private session"
        hint="It becomes part of the address: show the address to nobody then."
        type="password"
        autoComplete="off"
        maxLength={200}
        value={values.key}
        onChange={({ target }) => onChange({ key: target.value })}
      />
    </>
  );
}
