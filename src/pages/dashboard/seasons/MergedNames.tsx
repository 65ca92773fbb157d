import type { Alias } from '#contract/entities/scoring';
import { renameDriver } from '#contract/race/aliases';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/form/Field.tsx';
import { Names } from './Names.tsx';

interface MergedNamesProps {
  readonly title: string;
  readonly aliases: readonly Alias[];
  readonly errorOf: (index: number) => string | null;
  readonly onChange: (aliases: readonly Alias[]) => void;
  readonly onSeparate: (name: string) => void;
}

/** The merged drivers or teams, each with the name that is shown and the names that it has. */
export function MergedNames({ title, aliases, errorOf, onChange, onSeparate }: MergedNamesProps) {
  if (aliases.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="font-750">{title}</h3>
      <ul className="grid gap-3">
        {aliases.map((alias, index) => (
          <li
            key={alias.recordedNames.join('\n')}
            className="grid gap-2 border-b border-hair pb-3 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] desk:items-end desk:gap-4"
          >
            <Field
              label="Shown as"
              autoComplete="off"
              value={alias.name}
              error={errorOf(index)}
              onChange={({ target }) => onChange(renameDriver(aliases, alias.name, target.value))}
            />
            <div className="grid min-h-12 content-center">
              <Names names={alias.recordedNames} />
            </div>
            <Button className="desk:h-12" aria-label={`Separate ${alias.name}`} onClick={() => onSeparate(alias.name)}>
              Separate
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
