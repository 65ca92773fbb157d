import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Options } from '../../../components/form/Options.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';

interface MergeFieldsProps {
  readonly names: readonly string[];
  /** They were in one session. */
  readonly areTwo: (one: string, other: string) => boolean;
  /** The first of the names is shown. */
  readonly onMerge: (names: readonly string[]) => void;
}

/** Merges any two drivers. */
export function MergeFields({ names, areTwo, onMerge }: MergeFieldsProps) {
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
      <option value="">Choose a driver</option>
      <Options of={names.map((name) => [name, name])} />
    </SelectField>
  );
  return (
    <fieldset className="stack min-w-0 gap-3 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] desk:items-end">
      <legend className="mb-1.5 font-750">Merge two drivers</legend>
      {field('Driver', name, setName)}
      {field('Also raced as', other, setOther)}
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
