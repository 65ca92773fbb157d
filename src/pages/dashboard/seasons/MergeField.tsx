import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { Options } from '../../../components/form/Options.tsx';

interface MergeFieldProps<Row> {
  /** The driver or team of the row. */
  readonly name: string;
  readonly others: readonly Row[];
  /** Why it cannot be merged with the chosen one; null where it can. */
  readonly refusalOf?: (other: Row) => string | null;
  readonly onMerge: (other: Row) => void;
}

/** Merges the driver or team of a row with any other. */
export function MergeField<Row extends { readonly key: string; readonly name: string }>(props: MergeFieldProps<Row>) {
  const { name, others, refusalOf, onMerge } = props;
  const [key, setKey] = useState('');
  const chosen = others.find((other) => other.key === key);
  const refusal = chosen === undefined ? null : (refusalOf?.(chosen) ?? null);
  if (others.length === 0) return null;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <select
          aria-label={`Merge ${name} with`}
          value={chosen?.key ?? ''}
          onChange={({ target }) => setKey(target.value)}
          className="h-11 min-w-0 flex-1 rounded-8 border border-line bg-bg px-3 text-17 desk:max-w-80"
        >
          <option value="">Merge with…</option>
          <Options of={others.map((other) => [other.key, other.name])} />
        </select>
        <Button
          isDisabled={chosen === undefined || refusal !== null}
          aria-label={`Merge ${name} with the chosen one`}
          onClick={() => (chosen === undefined ? undefined : onMerge(chosen))}
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
