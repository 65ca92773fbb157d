import { useState } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { createTimedViews } from '../../actors/timed-rows.ts';
import { Button } from '../../components/Button.tsx';
import { formatCountdown, formatLap } from '../../format/time.ts';
import { TimedRow } from './TimedRow.tsx';
import { roles } from './table-roles.ts';
import { useTower, useTowerLayout } from './use-tower.ts';

export interface TimedTowerProps {
  readonly store: LiveStore;
  readonly favourites: readonly string[];
  /** The picture is old. */
  readonly isStale: boolean;
  /** One line for each driver, where the screen is not wide. */
  readonly isDense: boolean;
  readonly onSelect: (carIndex: number) => void;
}

/** The tower of practice and qualifying: best laps, the laps that are driven now, and who would be knocked out. */
export function TimedTower({ store, favourites, isStale, isDense: isDenseWanted, onSelect }: TimedTowerProps) {
  const [timed] = useState(createTimedViews);
  const { cars, pinned, stop, lastSafe, body } = useTower(store, favourites);
  const lastSafePlace = useRace(store, (state) => state.view?.lastSafePlace ?? null);
  const { isWide, hasSectors, isDense, showsGap, toggleGap } = useTowerLayout(isDenseWanted);
  const hasCut = lastSafePlace !== null;
  const row = (carIndex: number, isPinned: boolean) => (
    <TimedRow
      key={carIndex}
      store={store}
      timed={timed}
      carIndex={carIndex}
      isDense={isDense}
      showsGap={showsGap}
      isWide={isWide}
      hasSectors={hasSectors}
      hasCut={hasCut}
      isFavourite={pinned.includes(carIndex)}
      isTabStop={!isPinned && carIndex === stop}
      isLastSafe={!isPinned && carIndex === lastSafe}
      onSelect={onSelect}
    />
  );
  const cell = 'px-1.5 text-12 font-500 whitespace-nowrap text-mute';
  const head = (label: string, look = 'text-right') => (
    <th {...roles.columnHeader} key={label} scope="col" className={`${cell} ${look}`}>
      {label}
    </th>
  );
  return (
    <>
      <SessionLine store={store} timed={timed} places={lastSafePlace} />
      <div className="scroll-x -mx-4 desk:mx-0 phone:min-[304px]:overflow-clip large:overflow-clip">
        <table
          {...roles.table}
          data-stale={isStale}
          className={`timed-columns grid-table min-w-76 ${hasCut ? '[--cut:76px]' : ''}`}
        >
          <caption className="sr-only">Timing, by best lap{isStale ? ', not up to date' : ''}</caption>
          <thead {...roles.rowGroup} className="tower-head">
            <tr {...roles.row} className="h-7 border-b border-b-line">
              {head('P', 'text-center')}
              {head('Driver', 'px-0 text-left')}
              <th {...roles.columnHeader} scope="col" className={`${cell} text-right`}>
                {isDense ? (
                  <Button
                    kind="link"
                    aria-label={showsGap ? 'Gap; show the best lap' : 'Best lap; show the gap'}
                    onClick={toggleGap}
                  >
                    {showsGap ? 'Gap' : 'Best'}
                  </Button>
                ) : isWide ? (
                  'Best'
                ) : (
                  'Best / gap'
                )}
              </th>
              {isWide ? head('Gap') : null}
              {head('Lap now')}
              {head('S1 2 3', 'max-[350px]:hidden min-[1280px]:hidden')}
              {hasSectors ? ['S1', 'S2', 'S3'].map((label) => head(label)) : null}
              {hasCut ? head('To cut') : null}
              {hasCut && !isWide ? null : head('Tyre', 'pl-2 text-left')}
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
    </>
  );
}

interface SessionLineProps extends Pick<TimedTowerProps, 'store'> {
  readonly timed: ReturnType<typeof createTimedViews>;
  /** How many go on; null without a knock-out. */
  readonly places: number | null;
}

/** The time since the start, and what it takes to go on. */
function SessionLine({ store, timed, places }: SessionLineProps) {
  const elapsed = useRace(store, ({ view }) => (view === null ? null : timed(view).elapsed));
  const remaining = useRace(store, ({ view }) => (view === null ? null : timed(view).remaining));
  const cut = useRace(store, ({ view }) => (view === null ? null : timed(view).cut));
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-4 text-14 text-mute">
      {/* The header has the time that is left. */}
      {elapsed === null ? null : (
        <span>
          Elapsed <span className="font-650 text-text">{formatCountdown(elapsed)}</span>
        </span>
      )}
      {remaining === 0 ? <span>Last laps</span> : null}
      {places === null ? null : (
        <span className="ml-auto">
          First {places} advance
          {cut === null ? null : (
            <>
              , cut <span className="font-650 text-text">{formatLap(cut)}</span>
            </>
          )}
        </span>
      )}
    </p>
  );
}
