import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';

interface MergeFieldsProps {
  readonly of: 'driver' | 'team';
  readonly names: readonly string[];
  /** They were in one session. */
  readonly areTwo?: (one: string, other: string) => boolean;
  /** The first of the names is shown. */
  readonly onMerge: (names: readonly string[]) => void;
}

const labels = {
  driver: { legend: 'Merge two drivers', name: 'Driver', other: 'Also raced as', choose: 'Choose a driver' },
  team: { legend: 'Merge two teams', name: 'Team', other: 'Also called', choose: 'Choose a team' },
};

/** Merges any two drivers or teams. */
export function MergeFields({ of, names, areTwo = () => false, onMerge }: MergeFieldsProps) {
  const [name, setName] = useState('');
  const [other, setOther] = useState('');
  const isChosen = name !== other && names.includes(name) && names.includes(other);
  const isTwo = isChosen && areTwo(name, other);
  const field = (label: string, value: string, onChange: (value: string) => void) => (
    <SelectField
      label={label}
      value={names.includes(value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{labels[of].choose}</option>
      <Options of={names.map((name) => [name, name])} />
    </SelectField>
  );
  return (
    <fieldset className="stack min-w-0 gap-3 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] desk:items-end">
      <legend className="mb-1.5 font-750">{labels[of].legend}</legend>
      {field(labels[of].name, name, setName)}
      {field(labels[of].other, other, setOther)}
      <Button
        isDisabled={!isChosen || isTwo}
        className="h-12"
        onClick={() => {
          onMerge([name, other]);
          setOther('');
        }}
      >
        Merge
      </Button>
      <p role="status" className="text-amber empty:hidden desk:col-span-3">
        {isTwo ? 'They raced in the same session, so they are two drivers.' : ''}
      </p>
    </fieldset>
  );
}
