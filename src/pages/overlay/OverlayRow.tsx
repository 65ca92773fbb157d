import { type CSSProperties, memo } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import type { LiveRow } from '../../format/live-row.ts';
import type { OverlayColumn } from '../../format/overlay-options.ts';
import { noTime } from '../../format/time.ts';
import { OverlayChip } from './OverlayChip.tsx';
import { OverlayTyre } from './OverlayTyre.tsx';
import { PlacesMoved } from './PlacesMoved.tsx';
import { useTeamLook } from './use-team-look.ts';

interface OverlayRowProps {
  readonly store: LiveStore;
  readonly carIndex: number;
  readonly columns: readonly OverlayColumn[];
  /** The number of visible rows. */
  readonly shown: number;
  /** The last place that is not knocked out; null without a knock-out. */
  readonly lastSafePlace: number | null;
}

/** One driver of the tower. */
export const OverlayRow = memo(function OverlayRow({
  store,
  carIndex,
  columns,
  shown,
  lastSafePlace,
}: OverlayRowProps) {
  const row = useRace(store, (state) => state.view?.rows.get(carIndex) ?? null);
  const isOfRace = useRace(store, (state) => state.view?.head.isOfRace ?? true);
  const look = useTeamLook(row?.team ?? null, carIndex);
  if (row === null) return null;
  const { place, code, name, chip, isOut } = row;
  return (
    <li
      className="row"
      data-car={carIndex}
      data-code={code}
      data-place={place}
      data-out={isOut ? '' : undefined}
      data-state={chip || row.state || undefined}
      data-knocked-out={lastSafePlace !== null && place > lastSafePlace ? '' : undefined}
      data-last-safe={place === lastSafePlace ? '' : undefined}
      hidden={place > shown}
      {...look}
      style={{ ...look.style, '--place': place - 1 } as CSSProperties}
    >
      <span className="place">{place}</span>
      <span className="team" />
      <span className="driver" title={name}>
        <span className="code">{code}</span>
        <OverlayChip row={row} />
        {chip === '' && row.penalties !== '' && !columns.includes('penalties') ? (
          <span className="penalties">{row.penalties}</span>
        ) : null}
      </span>
      {columns.map((column) => (
        <span key={column} data-column={column}>
          <Cell row={row} column={column} isOfRace={isOfRace} hasInterval={columns.includes('interval')} />
        </span>
      ))}
    </li>
  );
});

interface CellProps {
  readonly row: LiveRow;
  readonly column: OverlayColumn;
  readonly isOfRace: boolean;
  /** The interval has a column of its own. */
  readonly hasInterval: boolean;
}

function Cell({ row, column, isOfRace, hasInterval }: CellProps) {
  switch (column) {
    case 'interval':
    case 'gap':
      if (column === 'gap' && hasInterval && (row.place === 1 || row.state !== '')) return null;
      if (row.state !== '') return <span className="state">{row.state}</span>;
      // Outside of races the gap that counts is that to the best lap, and the first one shows the lap itself.
      if (!isOfRace) return row.place === 1 ? row.best : column === 'gap' ? row.gap || noTime : row.interval;
      if (row.place === 1 || column === 'interval')
        return <span className={row.isClose ? 'close' : undefined}>{row.interval}</span>;
      return row.gap;
    case 'tyre':
      return <OverlayTyre compound={row.compound} age={row.tyreAge} />;
    case 'last':
      return <span data-highlight={row.lastHighlight}>{row.last}</span>;
    case 'best':
      return <span data-highlight={row.bestHighlight}>{row.best}</span>;
    case 'stops':
      return row.stops;
    case 'gained':
      return <PlacesMoved places={row.gained} />;
    case 'penalties':
      return <span className="penalties">{row.penalties}</span>;
  }
}
