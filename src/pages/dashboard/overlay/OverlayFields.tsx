import type { LiveSummary } from '#contract/entities/live-session';
import { Field } from '../../../components/form/Field.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { trackName, typeName } from '../../../format/names.ts';
import {
  type OverlayColumn,
  type OverlayKind,
  type OverlayOptions,
  overlayColumns,
  overlayKinds,
} from '../../../format/overlay-options.ts';

/** The options as they are typed. */
export interface OverlayFieldValues extends Omit<OverlayOptions, 'rows' | 'drivers'> {
  /** The id of a live session; empty for whatever the user drives. */
  readonly race: string;
  readonly rows: string;
  readonly drivers: string;
  readonly key: string;
}

interface OverlayFieldsProps {
  readonly values: OverlayFieldValues;
  readonly sessions: readonly LiveSummary[];
  readonly onChange: (change: Partial<OverlayFieldValues>) => void;
}

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
  gained: 'Places won',
  penalties: 'Penalties',
};

/** The options of an overlay. */
export function OverlayFields({ values, sessions, onChange }: OverlayFieldsProps) {
  const { show, columns } = values;
  const isList = show === 'tower' || show === 'standings';
  return (
    <div className="stack gap-4">
      <SelectField label="Race" value={values.race} onChange={({ target }) => onChange({ race: target.value })}>
        <option value="">Whatever I drive</option>
        {values.race === '' || sessions.some(({ id }) => id === values.race) ? null : (
          <option value={values.race}>The session you came from</option>
        )}
        {sessions.map((session) => (
          <option key={session.id} value={session.id}>
            {sessionName(session)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Shows"
        value={show}
        onChange={({ target }) => onChange({ show: overlayKinds.find((kind) => kind === target.value) ?? 'tower' })}
        hint={show === 'standings' ? 'Only races that belong to an event of a season have a championship.' : undefined}
      >
        {overlayKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind]}
          </option>
        ))}
      </SelectField>
      {show === 'tower' ? (
        <fieldset className="grid gap-1">
          <legend className="font-650">Columns</legend>
          <div className="grid grid-cols-2">
            {overlayColumns.map((column) => (
              <Check
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
        <Field
          label="Rows"
          hint={show === 'tower' ? 'Empty for all drivers.' : 'Empty for ten.'}
          type="number"
          inputMode="numeric"
          min={1}
          max={64}
          value={values.rows}
          onChange={({ target }) => onChange({ rows: target.value })}
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
      <div className="stack grid-cols-2 gap-4">
        <SelectField
          label="Size"
          value={String(values.scale)}
          onChange={({ target }) => onChange({ scale: Number(target.value) })}
        >
          {[0.5, 0.75, 1, 1.25, 1.5, 2, 3].map((scale) => (
            <option key={scale} value={String(scale)}>
              {scale * 100} %
            </option>
          ))}
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
      <div className="grid grid-cols-2">
        {isList ? <Check label="Column heads" isOn={values.heads} onChange={(heads) => onChange({ heads })} /> : null}
        <Check label="Time of the picture" isOn={values.asOf} onChange={(asOf) => onChange({ asOf })} />
      </div>
      <SelectField
        label="Delay"
        value={String(values.delay)}
        onChange={({ target }) => onChange({ delay: Number(target.value) })}
      >
        {[0, 2, 5, 10, 20, 30, 60, 120, 300].map((seconds) => (
          <option key={seconds} value={String(seconds)}>
            {seconds === 0 ? 'None' : `${seconds} s`}
          </option>
        ))}
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
    </div>
  );
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-red"
      />
      {label}
    </label>
  );
}

function sessionName({ trackId, sessionType, userName }: LiveSummary): string {
  const what = [trackId === null ? null : trackName(trackId), sessionType === null ? null : typeName(sessionType)]
    .filter((part) => part !== null)
    .join(' ');
  return `${what === '' ? 'Private session' : what}, ${userName ?? 'unknown user'}`;
}
