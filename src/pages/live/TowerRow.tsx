import { memo } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { DriverName } from './DriverName.tsx';
import { LapTime } from './LapTime.tsx';
import { RowHead } from './RowHead.tsx';
import { SectorBoxes } from './SectorBoxes.tsx';
import { SectorCells } from './SectorCells.tsx';
import { TyreAge } from './TyreAge.tsx';
import { roles } from './table-roles.ts';

interface TowerRowProps {
  readonly store: LiveStore;
  readonly carIndex: number;
  /** In one line: the interval or the gap, and the last lap alone. */
  readonly isDense: boolean;
  readonly showsGap: boolean;
  /** With stops. */
  readonly isWide: boolean;
  /** With sector times. */
  readonly hasSectors: boolean;
  /** In one line, with columns for the gap and the best lap. */
  readonly isVast: boolean;
  readonly isFavourite: boolean;
  /** The one row of the table that Tab comes to. */
  readonly isTabStop: boolean;
  /** The last row that is not knocked out. */
  readonly isLastSafe: boolean;
  readonly onSelect: ((carIndex: number) => void) | null;
}

/** One driver of the tower. It is drawn again only when something of this driver has changed. */
export const TowerRow = memo(function TowerRow(props: TowerRowProps) {
  const { store, carIndex, showsGap, isWide, hasSectors, isVast } = props;
  const isDense = props.isDense || isVast;
  const { isFavourite, isTabStop, isLastSafe, onSelect } = props;
  const row = useRace(store, (state) => state.view?.rows.get(carIndex) ?? null);
  if (row === null) return null;
  const look = `${isFavourite ? 'border-l-favourite bg-favouriterow' : ''} ${row.isOut ? 'text-mute' : ''} ${isLastSafe ? 'border-b-2 border-b-red' : 'border-b border-b-hair'}`;
  return (
    <tr {...roles.row} data-row={carIndex} className={`${isDense ? 'h-9' : 'h-11 desk:h-11.5'} ${look}`}>
      <RowHead carIndex={carIndex} place={row.place} isTabStop={isTabStop} isLastSafe={isLastSafe} onSelect={onSelect}>
        <DriverName
          carIndex={carIndex}
          code={row.code}
          name={row.name}
          team={row.team}
          gained={row.gained}
          penalties={row.penalties}
          warnings={row.warnings}
          chip={row.chip}
          isDense={isDense}
          withName
        />
      </RowHead>
      <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap">
        {row.state === '' ? (
          <>
            <span
              className={`block font-650 ${row.isClose && !showsGap ? 'text-green' : ''} ${row.interval.length > 8 ? '-mx-1.5 max-desk:text-14' : ''}`}
            >
              {showsGap && row.gap !== '' ? row.gap : row.interval}
            </span>
            {isDense || row.gap === '' ? null : <span className="block text-12 text-mute">{row.gap}</span>}
          </>
        ) : (
          <span className="block font-650 text-red">{row.state}</span>
        )}
      </td>
      {isVast ? (
        <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap text-mute">
          {row.state === '' ? row.gap : ''}
        </td>
      ) : null}
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
      {isVast ? (
        <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap text-mute">
          <LapTime text={row.best} highlight={row.bestHighlight} />
        </td>
      ) : null}
      <td {...roles.cell} className="px-1 text-center max-[350px]:hidden min-[1280px]:hidden">
        <SectorBoxes
          first={row.sector1Highlight}
          second={row.sector2Highlight}
          third={row.sector3Highlight}
          oldFrom={row.oldFrom}
          lastLap={row.lastLap}
        />
      </td>
      {hasSectors ? <SectorCells row={row} /> : null}
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
