import { useContext } from 'react';
import type { ResultRow } from '../../format/results.ts';
import { PlacesGained } from '../PlacesGained.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { bodyCell } from './cell-classes.ts';
import { DriverLink } from './DriverLink.tsx';
import { RuledResultContext } from './ruled-result-context.ts';

interface DriverHeaderProps {
  readonly row: ResultRow;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
}

/**
 * The header of a results row: number, driver, team, places gained, and penalties on a phone. There, the penalties stand beside
 * the name and the places beside the team, so that two lines have all of it, and what stewards changed takes the place of the
 * team, which has its colour in front. The narrowest phones have the places gained below the place of the row.
 */
export function DriverHeader({ row, hrefOf }: DriverHeaderProps) {
  const { driver, placesGained, penalties } = row;
  const otherPlace = useContext(RuledResultContext)?.otherPlaces.get(driver.carIndex);
  const isRuled = otherPlace !== undefined;
  const gained = placesGained ?? 0;
  return (
    <th scope="row" className={`${bodyCell} w-[46%] max-w-0 text-left font-500 desk:w-70 desk:max-w-70`}>
      <span className="flex items-center gap-2 narrow:gap-1.5 desk:w-44 wide:w-66 print:w-auto">
        <TeamBar team={driver.team} driver={driver.carIndex} height={26} />
        <span aria-hidden="true" className="hidden w-6 shrink-0 text-right text-14 text-mute desk:inline">
          {driver.carNumber}
        </span>
        <span className="grid min-w-0">
          <span className="flex min-w-0 items-baseline gap-x-1.5">
            <DriverLink driver={driver} hrefOf={hrefOf} className="text-15 font-750 desk:text-17" />
            {penalties === '' ? null : (
              <span className="shrink-0 text-12 font-750 text-amber desk:hidden">{penalties}</span>
            )}
            <PlacesGained places={gained} className="shrink-0 text-12 max-desk:hidden" />
          </span>
          <span className="flex min-w-0 gap-x-1.5 text-12 text-mute narrow:gap-x-1 max-desk:flex-wrap">
            {isRuled ? <span className="shrink-0 font-650 text-text">{otherPlace}</span> : null}
            <PlacesGained places={gained} className="shrink-0 narrow:hidden desk:hidden" />
            <span className={isRuled ? 'name-text max-desk:sr-only' : 'name-text'}>{driver.team ?? 'No team'}</span>
          </span>
        </span>
      </span>
    </th>
  );
}
