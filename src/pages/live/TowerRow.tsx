import { memo } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { Button } from '../../components/Button.tsx';
import { DriverName } from '../../components/live/DriverName.tsx';
import { LapTime } from '../../components/live/LapTime.tsx';
import { SectorBoxes } from '../../components/live/SectorBoxes.tsx';
import { SectorTime } from '../../components/live/SectorTime.tsx';
import { TyreAge } from '../../components/live/TyreAge.tsx';
import { roles } from './table-roles.ts';

interface TowerRowProps {
  readonly store: LiveStore;
  readonly carIndex: number;
  readonly isCompact: boolean;
  /** In one line: the interval or the gap, and the last lap alone. */
  readonly isDense: boolean;
  readonly showsGap: boolean;
  /** With sector times and stops. */
  readonly isWide: boolean;
  readonly isFavourite: boolean;
  /** The one row of the table that Tab comes to. */
  readonly isTabStop: boolean;
  /** The last row that is not knocked out. */
  readonly isLastSafe: boolean;
  readonly onSelect: ((carIndex: number) => void) | null;
}

/** One driver of the tower. It is drawn again only when something of this driver has changed. */
export const TowerRow = memo(function TowerRow(props: TowerRowProps) {
  const { store, carIndex, isCompact, isDense, showsGap, isWide, isFavourite, isTabStop, isLastSafe, onSelect } = props;
  const row = useRace(store, (state) => state.view?.rows.get(carIndex) ?? null);
  if (row === null) return null;
  const name = (
    <DriverName
      code={row.code}
      name={row.name}
      team={row.team}
      gained={row.gained}
      penalties={row.penalties}
      warnings={row.warnings}
      chip={row.chip}
      isDense={isDense}
      withName={!isCompact}
    />
  );
  const look = `${isFavourite ? 'border-l-favourite bg-favouriterow' : ''} ${row.isOut ? 'text-mute' : ''} ${isLastSafe ? 'border-b-2 border-b-red' : 'border-b border-b-hair'}`;
  return (
    <tr
      {...roles.row}
      data-row={carIndex}
      className={`${isDense ? 'h-9' : 'h-11 desk:h-11.5 group-data-alone:h-9.5'} ${look}`}
    >
      <td {...roles.cell} className="text-center text-17 font-800">
        {row.place}
        {isLastSafe ? <span className="sr-only">, last place that goes on</span> : null}
      </td>
      <th {...roles.rowHeader} scope="row" className="text-left font-500">
        {onSelect === null ? (
          name
        ) : (
          <Button
            kind="plain"
            tabIndex={isTabStop ? 0 : -1}
            data-car={carIndex}
            onClick={() => onSelect(carIndex)}
            className="block w-full text-left after:absolute after:inset-0"
          >
            {name}
          </Button>
        )}
      </th>
      <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap">
        {row.state === '' ? (
          <>
            <span className={`block font-650 ${row.isClose && !showsGap ? 'text-green' : ''}`}>
              {showsGap && row.gap !== '' ? row.gap : row.interval}
            </span>
            {isDense || isCompact || row.gap === '' ? null : <span className="block text-12 text-mute">{row.gap}</span>}
          </>
        ) : (
          <span className="block font-650 text-red">{row.state}</span>
        )}
      </td>
      {isCompact ? null : (
        <>
          <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap">
            <span className="block font-650">
              <LapTime text={row.last} highlight={row.lastHighlight} />
            </span>
            {isDense ? null : (
              <span className="block text-12 text-mute">
                <LapTime text={row.best} highlight={row.bestHighlight} />
              </span>
            )}
          </td>
          <td {...roles.cell} className="px-1 text-center max-[349px]:hidden">
            <SectorBoxes first={row.sector1Highlight} second={row.sector2Highlight} third={row.sector3Highlight} />
          </td>
        </>
      )}
      {isWide ? (
        <>
          <td {...roles.cell} className="px-1.5 text-right">
            <SectorTime text={row.sector1} highlight={row.sector1Highlight} />
          </td>
          <td {...roles.cell} className="px-1.5 text-right">
            <SectorTime text={row.sector2} highlight={row.sector2Highlight} />
          </td>
          <td {...roles.cell} className="px-1.5 text-right">
            <SectorTime text={row.sector3} highlight={row.sector3Highlight} />
          </td>
        </>
      ) : null}
      <td {...roles.cell} className="pl-2 text-left">
        <TyreAge compound={row.compound} age={row.tyreAge} />
      </td>
      {isWide ? (
        <td {...roles.cell} className="px-1.5 text-right">
          {row.stops}
        </td>
      ) : null}
    </tr>
  );
});
