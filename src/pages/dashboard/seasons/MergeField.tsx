import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Options } from '../../../components/form/Options.tsx';

interface MergeFieldProps {
  /** The driver or team of the row. */
  readonly name: string;
  /** All others, by key. */
  readonly others: readonly (readonly [key: string, name: string])[];
  /** Why it cannot be merged with the chosen one; null where it can. */
  readonly refusalOf?: (key: string) => string | null;
  readonly onMerge: (key: string) => void;
}

/** Merges the driver or team of a row with any other. */
export function MergeField({ name, others, refusalOf = () => null, onMerge }: MergeFieldProps) {
  const [key, setKey] = useState('');
  const chosen = others.some(([each]) => each === key) ? key : '';
  const refusal = chosen === '' ? null : refusalOf(chosen);
  if (others.length === 0) return null;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <select
          aria-label={`Merge ${name} with`}
          value={chosen}
          onChange={({ target }) => setKey(target.value)}
          className="h-11 min-w-0 flex-1 rounded-8 border border-line bg-bg px-3 text-17 desk:max-w-80"
        >
          <option value="">Merge with…</option>
          <Options of={others} />
        </select>
        <Button
          isDisabled={chosen === '' || refusal !== null}
          aria-label={`Merge ${name} with the chosen one`}
          onClick={() => {
            setKey('');
            onMerge(chosen);
          }}
        >
          Merge
        </Button>
      </div>
      <p role="status" className="text-amber empty:hidden">
        {refusal ?? ''}
      </p>
    </div>
  );
}
