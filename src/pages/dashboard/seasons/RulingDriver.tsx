import type { Driver } from '#contract/entities/session';
import { inResultOrder } from '#contract/race/classification';
import { aliasMap, shownNames } from '#contract/race/names';
import { useRead } from '../../../actors/read.tsx';
import { SelectField } from '../../../components/form/SelectField.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { statusLabel } from '../../../format/names.ts';
import type { SectionProps } from './section-props.ts';

interface RulingDriverProps extends Pick<SectionProps, 'season'> {
  readonly sessionId: string;
  readonly carIndex: number | null;
  readonly error: string | null;
  readonly onChange: (carIndex: number | null) => void;
}

/** Chooses a car of a session by the name of its driver, in the order of the result. */
export function RulingDriver({ season, sessionId, carIndex, error, onChange }: RulingDriverProps) {
  const read = useRead({ name: 'getSession', params: { id: sessionId } });
  return (
    <ReadView isPart read={read} skeleton={<Skeleton height={75} />}>
      {({ drivers }) => (
        <SelectField
          label="Driver"
          required
          value={carIndex ?? ''}
          error={error}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          {carIndex === null ? <option value="">Choose a driver</option> : null}
          {named(drivers, season).map(({ driver, name }) => (
            <option key={driver.carIndex} value={driver.carIndex}>
              {`${statusLabel(driver.resultStatus) ?? driver.finishingPosition ?? '–'}  ${name}`}
            </option>
          ))}
        </SelectField>
      )}
    </ReadView>
  );
}

/** The drivers in the order of the result, by the names that the season shows; each of them is unique. */
function named(drivers: readonly Driver[], { aliases = [] }: SectionProps['season']) {
  const ordered = inResultOrder(drivers);
  const names = shownNames(ordered, aliasMap(aliases));
  return ordered.map((driver, index) => ({ driver, name: names[index] ?? driver.name }));
}
