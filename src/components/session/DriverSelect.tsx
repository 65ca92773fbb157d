import type { Driver } from '#contract/entities/session';
import { Options } from '../form/Options.tsx';

interface DriverSelectProps {
  readonly label: string;
  readonly drivers: readonly Pick<Driver, 'carIndex' | 'name'>[];
  readonly value: number | null;
  /** The choice of no driver; without it one is always chosen. */
  readonly none?: string;
  readonly onChange: (carIndex: number | null) => void;
}

/** Chooses a driver of a session, by car index. */
export function DriverSelect({ label, drivers, value, none, onChange }: DriverSelectProps) {
  return (
    <label className="grid min-w-36 flex-1 gap-1 text-14 text-mute">
      {label}
      <select
        className="h-11 w-full min-w-0 rounded-8 border border-line bg-panel px-3 font-650 text-text"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        {none === undefined ? null : <option value="">{none}</option>}
        <Options of={drivers.map(({ carIndex, name }) => [carIndex, name])} />
      </select>
    </label>
  );
}
