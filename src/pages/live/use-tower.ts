import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { useMediaQuery } from '../../navigation/use-media-query.ts';
import { useRowOrder } from '../../navigation/use-row-order.ts';

const noCars: readonly number[] = [];
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The cars of a timing tower and the way of the keyboard through them. */
export function useTower(store: LiveStore, favourites: readonly string[]) {
  const cars = useRace(store, (state) => state.view?.cars ?? noCars);
  const order = useRace(store, (state) => state.view?.order ?? noCars);
  const lastSafePlace = useRace(store, (state) => state.view?.lastSafePlace ?? null);
  const ref = useRowOrder(order);
  const [tabStop, setTabStop] = useState<number | null>(null);
  const stop = tabStop !== null && order.includes(tabStop) ? tabStop : order[0];

  function handleKey(event: KeyboardEvent): void {
    const index = order.indexOf(stop ?? -1);
    const step = steps[event.key];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? order.length - 1 : step === undefined ? null : index + step;
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const carIndex = order[Math.min(Math.max(next, 0), order.length - 1)];
    ref.current?.querySelector<HTMLElement>(`[data-car="${carIndex}"]`)?.focus();
  }

  return {
    /** Car indexes, in an order that never changes. */
    cars,
    /** The favourite drivers, in race order. */
    pinned: order.filter((carIndex) => favourites.includes(nameOf(store, carIndex))),
    /** The one that Tab comes to. */
    stop,
    /** The last one that is not knocked out; null without a knock-out. */
    lastSafe: lastSafePlace === null ? null : (order[lastSafePlace - 1] ?? null),
    /** The props of the table body: it keeps its rows in order, and the arrow keys move from row to row. */
    body: {
      ref,
      onKeyDown: handleKey,
      onFocus: ({ target }: FocusEvent) =>
        setTabStop(Number(target.closest<HTMLElement>('[data-car]')?.dataset['car'])),
    },
  };
}

/** The parts of a timing tower that fit the screen. */
export function useTowerLayout(isDenseWanted: boolean) {
  /** The columns of a desk are there. */
  const isWide = useMediaQuery('(min-width: 720px)');
  /** Sector times have columns of their own. */
  const hasSectors = useMediaQuery('(min-width: 1280px)');
  /** Everything has a column of its own. */
  const isVast = useMediaQuery('(min-width: 1800px)');
  const isShort = useMediaQuery('(orientation: landscape) and (max-height: 500px)');
  const [isGapChosen, setGapChosen] = useState(false);
  /** Each row is one line. */
  const isDense = isShort || (isDenseWanted && !isWide);
  // A row of one line can show the gap to the first car, instead of the interval.
  const toggleGap = () => setGapChosen(!isGapChosen);
  return { isWide, hasSectors, isVast, isDense, showsGap: isDense && isGapChosen, toggleGap };
}

function nameOf(store: LiveStore, carIndex: number): string {
  return store.state().view?.rows.get(carIndex)?.name ?? '';
}
