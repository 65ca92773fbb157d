import { type KeyboardEvent, useState } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { useMediaQuery } from '../../navigation/use-media-query.ts';
import { useRowOrder } from '../../navigation/use-row-order.ts';
import { TowerRow } from './TowerRow.tsx';

interface TowerProps {
  readonly store: LiveStore;
  readonly favourites: readonly string[];
  /** What is shown is not what happens now. */
  readonly isStale: boolean;
  /** Only place, driver, gap and tyre. */
  readonly isCompact: boolean;
  readonly onSelect: ((carIndex: number) => void) | null;
}

const noCars: readonly number[] = [];
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The timing tower. Favourite drivers stand above it once more; the arrow keys move from driver to driver. */
export function Tower({ store, favourites, isStale, isCompact, onSelect }: TowerProps) {
  const cars = useRace(store, (state) => state.view?.cars ?? noCars);
  const order = useRace(store, (state) => state.view?.order ?? noCars);
  const lastSafePlace = useRace(store, (state) => state.view?.lastSafePlace ?? null);
  const isOfRace = useRace(store, (state) => state.view?.head.isOfRace ?? true);
  const isWide = useMediaQuery('(min-width: 720px)') && !isCompact;
  const body = useRowOrder(order);
  const [tabStop, setTabStop] = useState<number | null>(null);
  const pinned = order.filter((carIndex) => favourites.includes(nameOf(store, carIndex)));
  const stop = tabStop !== null && order.includes(tabStop) ? tabStop : order[0];

  function handleKey(event: KeyboardEvent): void {
    const index = order.indexOf(stop ?? -1);
    const step = steps[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? order.length - 1 : step === undefined ? null : index + step;
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const carIndex = order[Math.min(Math.max(next, 0), order.length - 1)];
    body.current?.querySelector<HTMLElement>(`[data-car="${carIndex}"]`)?.focus();
  }

  const row = (carIndex: number, isPinned: boolean) => (
    <TowerRow
      key={carIndex}
      store={store}
      carIndex={carIndex}
      isCompact={isCompact}
      isWide={isWide}
      isFavourite={pinned.includes(carIndex)}
      isTabStop={!isPinned && carIndex === stop}
      isLastSafe={!isPinned && lastSafePlace !== null && order[lastSafePlace - 1] === carIndex}
      onSelect={onSelect}
    />
  );
  const cell = 'h-7 px-1.5 text-12 font-500 whitespace-nowrap text-mute';
  return (
    // An overlay has nothing that takes the focus, and so nothing that scrolls.
    <div className={isCompact ? 'relative overflow-clip' : 'scroll-x -mx-4 desk:mx-0'}>
      <table
        data-stale={isStale}
        className={`w-full table-fixed border-collapse data-[stale=true]:dim ${isCompact ? '' : 'min-w-76'}`}
      >
        <caption className="sr-only">
          Timing, {isOfRace ? 'by position' : 'by best lap'}
          {isStale ? ', not up to date' : ''}
        </caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={`${cell} w-8 text-center narrow:w-7 desk:w-10`}>
              P
            </th>
            <th scope="col" className={`${cell} px-0 text-left`}>
              Driver
            </th>
            <th scope="col" className={`${cell} w-19 text-right narrow:w-18 desk:w-24`}>
              {isCompact ? 'Int' : 'Int / gap'}
            </th>
            {isCompact ? null : (
              <>
                <th scope="col" className={`${cell} w-22 text-right desk:w-26`}>
                  Last / best
                </th>
                <th scope="col" className={`${cell} w-14 max-[349px]:hidden desk:w-18`}>
                  <span className="desk:hidden">S1 2 3</span>
                  <span className="max-desk:hidden">Sectors</span>
                </th>
                {isWide
                  ? ['S1', 'S2', 'S3'].map((label) => (
                      <th key={label} scope="col" className={`${cell} w-18 text-right`}>
                        {label}
                      </th>
                    ))
                  : null}
              </>
            )}
            <th scope="col" className={`${cell} pl-2 text-left ${isCompact ? 'w-17' : 'w-14 desk:w-17'}`}>
              Tyre
            </th>
            {isWide ? (
              <th scope="col" className={`${cell} w-14 text-right`}>
                Stops
              </th>
            ) : null}
          </tr>
        </thead>
        {pinned.length === 0 || isCompact ? null : (
          <tbody aria-label="Favourites" className="border-b-4 border-line">
            {pinned.map((carIndex) => row(carIndex, true))}
          </tbody>
        )}
        <tbody
          ref={body}
          onKeyDown={handleKey}
          onFocus={({ target }) => setTabStop(Number(target.closest<HTMLElement>('[data-car]')?.dataset['car']))}
          className="[overflow-anchor:none]"
        >
          {cars.map((carIndex) => row(carIndex, false))}
        </tbody>
      </table>
    </div>
  );
}

function nameOf(store: LiveStore, carIndex: number): string {
  return store.state().view?.rows.get(carIndex)?.name ?? '';
}
