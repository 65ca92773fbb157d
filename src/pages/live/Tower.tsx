import { type LiveStore, useRace } from '../../actors/live.ts';
import { Button } from '../../components/Button.tsx';
import { TowerRow } from './TowerRow.tsx';
import { roles } from './table-roles.ts';
import { useTower, useTowerLayout } from './use-tower.ts';

interface TowerProps {
  readonly store: LiveStore;
  readonly favourites: readonly string[];
  /** The picture is old. */
  readonly isStale: boolean;
  /** One line for each driver, where the screen is not wide. */
  readonly isDense: boolean;
  readonly onSelect: ((carIndex: number) => void) | null;
}

/** The timing tower. Followed drivers stand above it once more; the arrow keys move from driver to driver. */
export function Tower({ store, favourites, isStale, isDense: isDenseWanted, onSelect }: TowerProps) {
  const { cars, pinned, stop, lastSafe, body } = useTower(store, favourites);
  const isOfRace = useRace(store, (state) => state.view?.head.isOfRace ?? true);
  const { isWide, hasSectors, isVast, isDense, showsGap, toggleGap } = useTowerLayout(isDenseWanted);

  const row = (carIndex: number, isPinned: boolean) => (
    <TowerRow
      key={carIndex}
      store={store}
      carIndex={carIndex}
      isDense={isDense}
      showsGap={showsGap}
      isWide={isWide}
      hasSectors={hasSectors}
      isVast={isVast}
      isFavourite={pinned.includes(carIndex)}
      isTabStop={!isPinned && carIndex === stop}
      isLastSafe={!isPinned && carIndex === lastSafe}
      onSelect={onSelect}
    />
  );
  const cell = 'px-1.5 text-12 font-500 whitespace-nowrap text-mute';
  const head = (label: string) => (
    <th {...roles.columnHeader} key={label} scope="col" className={`${cell} text-right`}>
      {label}
    </th>
  );
  return (
    <div className="scroll-x -mx-4 desk:mx-0 phone:min-[304px]:overflow-clip large:overflow-clip">
      <table {...roles.table} data-stale={isStale} className="race-columns grid-table min-w-76">
        <caption className="sr-only">
          Timing, {isOfRace ? 'by position' : 'by best lap'}
          {isStale ? ', not up to date' : ''}
        </caption>
        <thead {...roles.rowGroup} className="tower-head">
          <tr {...roles.row} className="h-7 border-b border-b-line">
            <th {...roles.columnHeader} scope="col" className={`${cell} text-center`}>
              P
            </th>
            <th {...roles.columnHeader} scope="col" className={`${cell} px-0 text-left`}>
              Driver
            </th>
            <th {...roles.columnHeader} scope="col" className={`${cell} text-right`}>
              {isVast ? (
                'Int'
              ) : isDense ? (
                <Button
                  kind="link"
                  aria-label={showsGap ? 'Gap; show the interval' : 'Interval; show the gap'}
                  onClick={toggleGap}
                >
                  {showsGap ? 'Gap' : 'Int'}
                </Button>
              ) : (
                'Int / gap'
              )}
            </th>
            {isVast ? head('Gap') : null}
            {head(isDense || isVast ? 'Last' : 'Last / best')}
            {isVast ? head('Best') : null}
            <th {...roles.columnHeader} scope="col" className={`${cell} max-[350px]:hidden min-[1280px]:hidden`}>
              <span className="desk:hidden">S1 2 3</span>
              <span className="max-desk:hidden">Sectors</span>
            </th>
            {hasSectors ? ['S1', 'S2', 'S3'].map(head) : null}
            <th {...roles.columnHeader} scope="col" className={`${cell} pl-2 text-left`}>
              Tyre
            </th>
            {isWide ? head('Stops') : null}
          </tr>
        </thead>
        {pinned.length === 0 ? null : (
          <tbody {...roles.rowGroup} aria-label="Followed drivers" className="tower-followed border-b-4 border-line">
            {pinned.map((carIndex) => row(carIndex, true))}
          </tbody>
        )}
        <tbody {...roles.rowGroup} {...body}>
          {cars.map((carIndex) => row(carIndex, false))}
        </tbody>
      </table>
    </div>
  );
}
