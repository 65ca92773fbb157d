import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { useMediaQuery } from '../../navigation/use-media-query.ts';
import { useRowOrder } from '../../navigation/use-row-order.ts';

const noCars: readonly number[] = [];
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

interface TowerOrder {
  /** Car indexes, in an order that never changes. */
  readonly cars: readonly number[];
  /** Those of favourite drivers, first place first. */
  readonly pinned: readonly number[];
  /** The one that Tab comes to. */
  readonly stop: number | undefined;
  /** The last one that is not knocked out; null without a knock-out. */
  readonly lastSafe: number | null;
  /** Of the table body: it keeps its rows in order, and the arrow keys move from row to row. */
  readonly body: {
    readonly ref: RefObject<HTMLTableSectionElement | null>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
  };
}

/** The cars of a timing tower and the way of the keyboard through them. */
export function useTower(store: LiveStore, favourites: readonly string[]): TowerOrder {
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
    cars,
    pinned: order.filter((carIndex) => favourites.includes(nameOf(store, carIndex))),
    stop,
    lastSafe: lastSafePlace === null ? null : (order[lastSafePlace - 1] ?? null),
    body: {
      ref,
      onKeyDown: handleKey,
      onFocus: ({ target }) => setTabStop(Number(target.closest<HTMLElement>('[data-car]')?.dataset['car'])),
    },
  };
}

interface TowerLayout {
  /** The columns of a desk are there. */
  readonly isWide: boolean;
  /** Sector times have columns of their own. */
  readonly hasSectors: boolean;
  /** Everything has a column of its own. */
  readonly isVast: boolean;
  /** Each row is one line. */
  readonly isDense: boolean;
  /** A row of one line shows the gap to the first car, instead of the interval. */
  readonly showsGap: boolean;
  readonly toggleGap: () => void;
}

/** What of a timing tower fits the screen. */
export function useTowerLayout(isDenseWanted: boolean): TowerLayout {
  const isWide = useMediaQuery('(min-width: 720px)');
  const hasSectors = useMediaQuery('(min-width: 1280px)');
  const isVast = useMediaQuery('(min-width: 1800px)');
  const isShort = useMediaQuery('(orientation: landscape) and (max-height: 500px)');
  const [isGapChosen, setGapChosen] = useState(false);
  const isDense = isShort || (isDenseWanted && !isWide);
  const toggleGap = () => setGapChosen(!isGapChosen);
  return { isWide, hasSectors, isVast, isDense, showsGap: isDense && isGapChosen, toggleGap };
}

function nameOf(store: LiveStore, carIndex: number): string {
  return store.state().view?.rows.get(carIndex)?.name ?? '';
}
