import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { roles } from './table-roles.ts';

interface RowHeadProps {
  readonly carIndex: number;
  readonly place: number;
  /** The one row of the table that Tab comes to. */
  readonly isTabStop: boolean;
  /** The last row that is not knocked out. */
  readonly isLastSafe: boolean;
  readonly onSelect: ((carIndex: number) => void) | null;
  /** The name of the driver. */
  readonly children: ReactNode;
}

/** Place and driver of a row. The whole row opens the driver. */
export function RowHead({ carIndex, place, isTabStop, isLastSafe, onSelect, children }: RowHeadProps) {
  return (
    <>
      <td {...roles.cell} className="text-center text-17 font-800">
        {place}
        {isLastSafe ? <span className="sr-only">, last place that goes on</span> : null}
      </td>
      <th {...roles.rowHeader} scope="row" className="text-left font-500">
        {onSelect === null ? (
          children
        ) : (
          <Button
            kind="plain"
            tabIndex={isTabStop ? 0 : -1}
            data-car={carIndex}
            onClick={() => onSelect(carIndex)}
            className="block w-full text-left cover"
          >
            {children}
          </Button>
        )}
      </th>
    </>
  );
}
