import type { ResultRow } from '../../format/results.ts';
import { PlacesGained } from '../PlacesGained.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { bodyCell } from './cell-classes.ts';

/** The header of a results row: driver, team, places gained, and penalties on a phone. */
export function DriverHeader({ row }: { row: ResultRow }) {
  const { driver, placesGained, penalties } = row;
  return (
    <th scope="row" className={`${bodyCell} max-w-0 text-left font-500`} style={{ width: '46%' }}>
      <span className="flex items-center gap-2">
        <TeamBar team={driver.team} height={26} />
        <span className="grid min-w-0">
          <span className="flex min-w-0 items-baseline gap-1.5">
            <bdi
              className="truncate text-15 font-750 max-[349px]:line-clamp-2 max-[349px]:whitespace-normal desk:text-17"
              title={driver.name}
            >
              {driver.name}
            </bdi>
            <PlacesGained places={placesGained ?? 0} className="shrink-0 text-12" />
          </span>
          <span className="flex min-w-0 gap-2 text-12 text-mute">
            {penalties === '' ? null : <span className="shrink-0 font-750 text-amber desk:hidden">{penalties}</span>}
            <span className="truncate">{driver.team ?? 'No team'}</span>
          </span>
        </span>
      </span>
    </th>
  );
}
