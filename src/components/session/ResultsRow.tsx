import type { ReactNode } from 'react';
import { followRowLink } from '../../browser/row-link.ts';
import type { ResultRow } from '../../format/results.ts';
import { PlacesGained } from '../PlacesGained.tsx';
import { bodyRow } from './cell-classes.ts';
import { DriverHeader } from './DriverHeader.tsx';

/** The props that every classification needs to draw its rows. */
export interface ResultsProps {
  readonly rows: readonly ResultRow[];
  readonly isFollowed: (name: string) => boolean;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
}

interface ResultsRowProps extends Omit<ResultsProps, 'rows'> {
  readonly row: ResultRow;
  /** The cells after the driver. */
  readonly children: ReactNode;
}

/** A row of a classification: all of it opens the driver's sheet. */
export function ResultsRow({ row, isFollowed, hrefOf, children }: ResultsRowProps) {
  const ground = isFollowed(row.driver.name) ? 'bg-favouriterow' : '';
  return (
    <tr
      onClick={followRowLink}
      className={`${bodyRow} cursor-pointer hover:bg-panel ${ground} ${row.isOut ? 'text-mute' : ''}`}
    >
      <td className="px-1.5 text-center text-17 leading-none font-800 narrow:px-0">
        {row.position ?? '—'}
        <PlacesGained places={row.placesGained ?? 0} className="hidden text-12 font-500 narrow:block" />
      </td>
      <DriverHeader row={row} hrefOf={hrefOf} />
      {children}
    </tr>
  );
}
