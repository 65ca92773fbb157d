import type { ReactNode } from 'react';
import type { Claim } from '#contract/entities/roster';
import { racedTogether, renameRecorded, separateName } from '#contract/race/aliases';
import { foldName } from '#contract/text/fold-text';
import { Button } from '../../../components/Button.tsx';
import { calledName } from './DriverFields.tsx';
import { type Drivers, otherNames, type DriverRow as Row, withMerged } from './driver-rows.ts';
import { MergeField } from './MergeField.tsx';
import { OtherNames } from './OtherNames.tsx';
import { ShownName } from './ShownName.tsx';

interface DriverActionsProps {
  readonly row: Row;
  readonly rows: readonly Row[];
  readonly drivers: Drivers;
  /** The recorded names of each session. */
  readonly sessions: readonly (readonly string[])[];
  readonly claims: readonly Claim[];
  /** The roster takes no more. */
  readonly isFull: boolean;
  /** Number, name and seats; null for a driver who was only recorded. */
  readonly fields: ReactNode;
  readonly onStep: (drivers: Drivers) => void;
  /** Adds the driver to the roster. */
  readonly onAdd: () => void;
}

/** Everything that can be done with one driver: rename, seats, names, merge, in or out of the roster. */
export function DriverActions(props: DriverActionsProps) {
  const { row, rows, drivers, sessions, claims, isFull, fields, onStep, onAdd } = props;
  const { driver, name, knownAs, recordedNames, numbered } = row;
  const { roster, aliases } = drivers;
  const others = rows.filter((each) => each.key !== row.key && each.name.trim() !== '');
  const notes = new Map([
    ...numbered.map((each) => [each, 'by number'] as const),
    ...recordedNames
      .filter((each) => foldName(each) === foldName(knownAs))
      .map((each) => [each, 'until you save'] as const),
  ]);

  function refusalOf(other: Row): string | null {
    if (racedTogether(aliases, sessions, knownAs, other.knownAs))
      return 'They raced in the same session, so they are two drivers.';
    const gone = driver === null ? row : other;
    return claims.some(({ driverId }) => driverId === gone.driver?.id)
      ? `${gone.name} has an account: merge from that row, or remove the account first.`
      : null;
  }

  function rename(shown: string): string | null {
    const other = others.find((each) => foldName(each.name) === foldName(shown));
    const refusal = other === undefined ? null : refusalOf(other);
    if (refusal !== null) return refusal;
    onStep(
      other === undefined
        ? { ...drivers, aliases: renameRecorded(aliases, recordedNames[0] ?? name, shown) }
        : withMerged(drivers, other, row),
    );
    return null;
  }

  return (
    <>
      {driver === null ? <ShownName name={name} onRename={rename} /> : fields}
      <OtherNames
        of={name}
        names={otherNames(row)}
        notes={notes}
        onSeparate={(each) => onStep({ ...drivers, aliases: separateName(aliases, each) })}
      />
      {name.trim() === '' ? null : (
        <MergeField
          name={name}
          others={others}
          refusalOf={refusalOf}
          onMerge={(other) => onStep(withMerged(drivers, row, other))}
        />
      )}
      {driver === null ? (
        <Button className="justify-self-start" isDisabled={isFull} onClick={onAdd}>
          Add to the roster
        </Button>
      ) : (
        <Button
          className="justify-self-start"
          aria-label={`Remove ${calledName(driver)}`}
          onClick={() => onStep({ ...drivers, roster: roster.filter(({ id }) => id !== driver.id) })}
        >
          Remove from the roster
        </Button>
      )}
    </>
  );
}
