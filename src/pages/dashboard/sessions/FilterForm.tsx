import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { trackName, typeName } from '../../../format/names.ts';
import { allSessions, allTracks, allTypes, type ListQuery } from './list-query.ts';

interface FilterFormProps {
  readonly query: ListQuery;
  readonly onApply: (query: ListQuery) => void;
}

const sortedTracks = allTracks
  .map((value) => ({ value, label: trackName(value) }))
  .sort((one, other) => (one.label < other.label ? -1 : 1));
/** The parts that sessions lack. */
export const withoutLabels = { event: 'Without an event', names: 'Without all names' } as const;
const missing = (['event', 'names'] as const).map((value) => ({ value, label: withoutLabels[value] }));
const types = allTypes.map((value) => ({ value, label: typeName(value) }));

/** Chooses tracks, types and missing parts; none of a kind means all of it. */
export function FilterForm({ query, onApply }: FilterFormProps) {
  const [chosen, setChosen] = useState({ tracks: query.tracks, types: query.types, without: query.without });
  return (
    <form className="grid gap-5" onSubmit={onSubmit(() => onApply({ ...chosen, page: 0 }))}>
      <Choices
        title="To do"
        options={missing}
        chosen={chosen.without === null ? [] : [chosen.without]}
        // One of them at a time: the last one that was chosen.
        onChange={(next) => setChosen({ ...chosen, without: next.at(-1) ?? null })}
      />
      <Choices
        title="Types"
        options={types}
        chosen={chosen.types}
        onChange={(next) => setChosen({ ...chosen, types: next })}
      />
      <Choices
        title="Tracks"
        options={sortedTracks}
        chosen={chosen.tracks}
        onChange={(next) => setChosen({ ...chosen, tracks: next })}
      />
      <div className="sticky -bottom-px -mx-4 -mb-4 flex gap-3 border-t border-line bg-panel p-4 safe-pb-4">
        <Button onClick={() => setChosen(allSessions)}>Clear</Button>
        <Button kind="primary" type="submit" className="flex-1">
          Show sessions
        </Button>
      </div>
    </form>
  );
}

interface ChoicesProps<Value> {
  readonly title: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

function Choices<Value extends number | string>({ title, options, chosen, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1 font-750">{title}</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-red"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
            <span className="min-w-0">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
