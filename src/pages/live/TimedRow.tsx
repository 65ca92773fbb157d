import { memo } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import type { createTimedViews } from '../../actors/timed-rows.ts';
import { DriverName } from './DriverName.tsx';
import { highlightColours } from './highlight-colours.ts';
import { LapTime } from './LapTime.tsx';
import { RowHead } from './RowHead.tsx';
import { SectorBoxes } from './SectorBoxes.tsx';
import { SectorCells } from './SectorCells.tsx';
import { TyreAge } from './TyreAge.tsx';
import { roles } from './table-roles.ts';

interface TimedRowProps {
  readonly store: LiveStore;
  readonly timed: ReturnType<typeof createTimedViews>;
  readonly carIndex: number;
  /** In one line: the best lap or the gap, and the current lap alone. */
  readonly isDense: boolean;
  readonly showsGap: boolean;
  /** The gap has a column of its own. */
  readonly isWide: boolean;
  /** With sector times. */
  readonly hasSectors: boolean;
  /** With the gap to the knock-out line. */
  readonly hasCut: boolean;
  readonly isFavourite: boolean;
  readonly isTabStop: boolean;
  readonly isLastSafe: boolean;
  readonly onSelect: (carIndex: number) => void;
}

/** One driver of practice or qualifying. It is drawn again only when something of this driver has changed. */
export const TimedRow = memo(function TimedRow(props: TimedRowProps) {
  const { store, timed, carIndex, isDense, showsGap, isWide, hasSectors, hasCut } = props;
  const { isFavourite, isTabStop, isLastSafe, onSelect } = props;
  const row = useRace(store, ({ view }) => (view === null ? null : (timed(view).rows.get(carIndex) ?? null)));
  if (row === null) return null;
  const ground = isFavourite ? 'border-l-favourite bg-favouriterow' : row.isBelowCut ? 'bg-redfill/20' : '';
  const look = `${ground} ${row.isOut ? 'text-mute' : ''} ${isLastSafe ? 'border-b-2 border-b-red' : 'border-b border-b-hair'}`;
  const gap = <span className="text-mute">{row.gap}</span>;
  return (
    <tr {...roles.row} data-row={carIndex} className={`${isDense ? 'h-9' : 'h-11 desk:h-11.5'} ${look}`}>
      <RowHead carIndex={carIndex} place={row.place} isTabStop={isTabStop} isLastSafe={isLastSafe} onSelect={onSelect}>
        <DriverName
          carIndex={carIndex}
          code={row.code}
          name={row.name}
          team={row.team}
          gained={null}
          penalties=""
          warnings={row.warnings}
          chip=""
          isDense={isDense}
          withName
        />
      </RowHead>
      <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap">
        {isDense && showsGap && row.gap !== '' ? (
          gap
        ) : (
          <>
            <span className={`block font-650 ${row.isImproved ? 'animate-come' : ''}`}>
              <LapTime text={row.best} highlight={row.bestHighlight} />
              {row.isImproved ? <span className="sr-only">, improved</span> : null}
            </span>
            {isDense || isWide || row.gap === '' ? null : <span className="block text-12">{gap}</span>}
          </>
        )}
      </td>
      {isWide ? (
        <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap">
          {gap}
        </td>
      ) : null}
      <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap">
        {row.lap === '' ? (
          <span className={`text-12 font-650 ${row.state === '' ? 'text-mute' : 'text-red'}`}>
            {row.state === '' ? row.status : row.state}
          </span>
        ) : (
          <>
            <span className="block font-650">
              <LapTime text={row.lap} highlight={row.lapHighlight} />
            </span>
            {isDense || row.delta === '' ? null : (
              <span className={`block text-12 ${highlightColours[row.deltaHighlight]}`}>{row.delta}</span>
            )}
          </>
        )}
      </td>
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
      {hasCut ? (
        <td {...roles.cell} className="px-1.5 text-right whitespace-nowrap">
          <span className={row.isBelowCut ? 'font-650 text-red' : 'text-mute'}>{row.toCut}</span>
        </td>
      ) : null}
      {hasCut && !isWide ? null : (
        <td {...roles.cell} className="pl-2 text-left">
          <TyreAge compound={row.compound} age={row.tyreAge} />
        </td>
      )}
    </tr>
  );
});
