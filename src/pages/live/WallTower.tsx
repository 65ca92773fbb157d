import { memo } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { TeamBar } from '../../components/TeamBar.tsx';
import { Tyre } from '../../components/Tyre.tsx';
import { noTime } from '../../format/time.ts';
import { useRowOrder } from '../../navigation/use-row-order.ts';
import { highlightColours } from './highlight-colours.ts';
import { LapTime } from './LapTime.tsx';
import { roles } from './table-roles.ts';

const noCars: readonly number[] = [];
const raceHeads = ['Int', 'Gap', 'Last', 'Best', 'Tyre', 'Stops'];
const timedHeads = ['Best', 'Gap', 'S1', 'S2', 'S3', 'Tyre'];
const raceColumns = 'wall-race-columns';
const timedColumns = 'wall-timed-columns';

interface WallTowerProps {
  readonly store: LiveStore;
  readonly isStale: boolean;
  /** The screen is higher than wide: rows have more height, and names less width. */
  readonly isUpright: boolean;
}

/** The height that the tower has, of its head and of a row, in px of the screen that the wall is drawn for. */
const heights = { landscape: { room: 1_004, head: 24, row: 44 }, upright: { room: 1_250, head: 24, row: 50 } };
/** Larger rows would leave too little width for names. */
const largest = { landscape: 1.12, upright: 1 };

/** The size of the tower at which every car of a field is in sight, as large as it fits. */
function wallScale(cars: number, isUpright: boolean): number {
  const form = isUpright ? 'upright' : 'landscape';
  const { room, head, row } = heights[form];
  return Math.min(largest[form], room / (head + row * cars));
}

/** The tower of a big screen, which is read from a few metres away. */
export function WallTower({ store, isStale, isUpright }: WallTowerProps) {
  const cars = useRace(store, (state) => state.view?.cars ?? noCars);
  const order = useRace(store, (state) => state.view?.order ?? noCars);
  const lastSafePlace = useRace(store, (state) => state.view?.lastSafePlace ?? null);
  const isOfRace = useRace(store, (state) => state.view?.head.isOfRace ?? true);
  const body = useRowOrder(order);
  return (
    <section aria-label="Timing" className="min-w-0" style={{ zoom: wallScale(cars.length, isUpright) }}>
      <table {...roles.table} data-stale={isStale} className={`grid-table ${isOfRace ? raceColumns : timedColumns}`}>
        <caption className="sr-only">Timing, {isOfRace ? 'by position' : 'by best lap'}</caption>
        <thead {...roles.rowGroup}>
          <tr {...roles.row} className="h-6 border-b border-b-line text-right text-15 text-mute">
            <th {...roles.columnHeader} scope="col" className="text-center font-500">
              P
            </th>
            <th {...roles.columnHeader} scope="col" className="text-left font-500">
              Driver
            </th>
            {(isOfRace ? raceHeads : timedHeads).map((head) => (
              <th {...roles.columnHeader} key={head} scope="col" className="font-500">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowGroup} ref={body}>
          {cars.map((carIndex) => (
            <WallRow
              key={carIndex}
              store={store}
              carIndex={carIndex}
              isUpright={isUpright}
              isOfRace={isOfRace}
              lastSafePlace={lastSafePlace}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface WallRowProps {
  readonly store: LiveStore;
  readonly carIndex: number;
  readonly isUpright: boolean;
  readonly isOfRace: boolean;
  /** The last place that is not knocked out; null without a knock-out. */
  readonly lastSafePlace: number | null;
}

const large = 'text-[28px] leading-none font-650 whitespace-nowrap';
const small = 'text-[24px] leading-none whitespace-nowrap';

const WallRow = memo(function WallRow({ store, carIndex, isUpright, isOfRace, lastSafePlace }: WallRowProps) {
  const row = useRace(store, (state) => state.view?.rows.get(carIndex) ?? null);
  if (row === null) return null;
  const isBeyond = lastSafePlace !== null && row.place > lastSafePlace;
  const look = `${row.isOut ? 'text-mute' : ''} ${isBeyond ? 'bg-redfill/15' : ''} ${row.place === lastSafePlace ? 'border-b-2 border-b-red' : 'border-b border-b-hair'}`;
  return (
    <tr
      {...roles.row}
      data-row={carIndex}
      className={`text-right ${look}`}
      style={{ height: heights[isUpright ? 'upright' : 'landscape'].row }}
    >
      <td {...roles.cell} className="text-center text-[28px] leading-none font-800">
        {row.place}
        {row.place === lastSafePlace ? <span className="sr-only">, last place that goes on</span> : null}
      </td>
      <th {...roles.rowHeader} scope="row" className="flex min-w-0 items-center gap-3 text-left font-500">
        <TeamBar team={row.team} driver={carIndex} height={30} />
        <span aria-hidden="true" className="text-[32px] leading-none font-750">
          {row.code}
        </span>
        <bdi
          className={
            // A letter of it would be left beside these.
            isUpright && (row.chip !== '' || row.penalties !== '') ? 'sr-only' : 'min-w-0 truncate text-20 text-mute'
          }
        >
          {row.name}
        </bdi>
        {row.chip === '' ? null : (
          <span
            className={`shrink-0 rounded-8 px-1.5 text-17 font-650 ${row.chip === 'PIT' ? 'bg-amber text-black' : 'bg-line text-text'}`}
          >
            {row.chip}
          </span>
        )}
        {row.penalties === '' ? null : <span className="shrink-0 text-20 font-650 text-amber">{row.penalties}</span>}
      </th>
      {isOfRace ? (
        <>
          <td {...roles.cell} className={`${large} ${row.state === '' ? '' : 'text-red'}`}>
            <span className={row.isClose ? 'text-green' : ''}>{row.state === '' ? row.interval : row.state}</span>
          </td>
          <td {...roles.cell} className={large}>
            {row.state === '' ? row.gap : ''}
          </td>
          <td {...roles.cell} className={small}>
            <LapTime text={row.last} highlight={row.lastHighlight} />
          </td>
          <td {...roles.cell} className={`${small} text-mute`}>
            <LapTime text={row.best} highlight={row.bestHighlight} />
          </td>
        </>
      ) : (
        <>
          <td {...roles.cell} className={large}>
            <LapTime text={row.best} highlight={row.bestHighlight} />
          </td>
          <td {...roles.cell} className={large}>
            {row.state === '' ? row.gap || noTime : <span className="text-20 text-red">{row.state}</span>}
          </td>
          {[row.sector1, row.sector2, row.sector3].map((text, index) => {
            const highlight = [row.sector1Highlight, row.sector2Highlight, row.sector3Highlight][index] ?? 'none';
            return (
              <td
                {...roles.cell}
                // biome-ignore lint/suspicious/noArrayIndexKey: the sectors of a lap keep their order
                key={index}
                className={`${small} ${highlightColours[index < row.oldFrom ? highlight : 'none']}`}
              >
                {text}
              </td>
            );
          })}
        </>
      )}
      <td {...roles.cell} className="flex items-center justify-end gap-2 text-[24px] leading-none">
        {row.compound === null ? null : <Tyre compound={row.compound} size={32} />}
        <span className="w-8 text-mute">{row.tyreAge}</span>
      </td>
      {isOfRace ? (
        <td {...roles.cell} className={small}>
          {row.stops}
        </td>
      ) : null}
    </tr>
  );
});
