import { useContext } from 'react';
import { followRowLink } from '../../browser/row-link.ts';
import type { ResultRow } from '../../format/results.ts';
import { PlacesGained } from '../PlacesGained.tsx';
import { TeamBar } from '../TeamBar.tsx';
import { DriverLink } from './DriverLink.tsx';
import { RuledResultContext } from './ruled-result-context.ts';

interface PodiumProps {
  /** False for the order in which an incomplete recording ended: nobody has won anything. */
  readonly isFinal: boolean;
  /** The first three. */
  readonly rows: readonly ResultRow[];
  readonly isFollowed: (name: string) => boolean;
  readonly hrefOf: (carIndex: number) => string;
}

/** The first three of a session: below each other on a phone, side by side on a desk. Paper has no room for three names beside each other. */
export function Podium({ isFinal, rows, isFollowed, hrefOf }: PodiumProps) {
  const otherPlaces = useContext(RuledResultContext)?.otherPlaces;
  if (rows.length === 0) return null;
  const hasNumbers = rows.some(({ driver }) => driver.carNumber !== null);
  return (
    <ol
      aria-label={isFinal ? 'Podium' : 'Order when the recording stopped'}
      className="isolate desk:grid desk:grid-cols-3 desk:gap-3 print:grid-cols-1"
    >
      {rows.map(({ driver, position, placesGained, status, main, gap }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the link in the row does the same by keyboard
        <li
          key={driver.carIndex}
          onClick={followRowLink}
          className={`flex min-h-11 cursor-pointer items-center gap-2.5 border-b border-hair hover:bg-panel desk:h-16 desk:rounded-10 desk:border desk:border-line desk:px-3.5 ${isFollowed(driver.name) ? 'bg-favouriterow' : ''}`}
        >
          <b className="w-5 shrink-0 text-center text-20 font-800 desk:text-26">{position ?? index + 1}</b>
          <TeamBar team={driver.team} driver={driver.carIndex} height={26} />
          {hasNumbers ? (
            <span className="w-6 shrink-0 text-right text-14 text-mute">
              {driver.carNumber === null ? null : <span className="sr-only">No. </span>}
              {driver.carNumber}
            </span>
          ) : null}
          <span className="flex min-w-0 flex-1 items-baseline gap-x-1.5 max-desk:flex-wrap">
            <DriverLink driver={driver} hrefOf={hrefOf} className="text-17 font-750" />
            <PlacesGained places={placesGained ?? 0} className="shrink-0 text-12" />
            <span className="shrink-0 text-12 text-mute empty:hidden">{otherPlaces?.get(driver.carIndex)}</span>
          </span>
          <span className="shrink-0 font-650">{isFinal ? (status ?? (index === 0 ? main : gap)) : null}</span>
        </li>
      ))}
    </ol>
  );
}
