import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** More rows than these change their places without a movement. */
const mostMoving = 4;
/** So do rows of an order that changed less than this before, in ms: a race that is played fast. */
const restBefore = 600;

/**
 * Puts the rows of a table body in order, by the number in their `data-row`. They must be rendered in
 * one order: then React moves none, and the row with the focus or the selection stays while the others move around it.
 */
export function useRowOrder(order: readonly number[]): RefObject<HTMLTableSectionElement | null> {
  const ref = useRef<HTMLTableSectionElement>(null);
  const shown = useRef<readonly number[]>([]);
  const changedAt = useRef(0);
  const selected = useRef<Node | null>(null);
  useEffect(() => {
    // Asked for when rows move, it would lay out the page once more.
    const onSelection = () => {
      const selection = getSelection();
      selected.current = selection === null || selection.isCollapsed ? null : selection.anchorNode;
    };
    document.addEventListener('selectionchange', onSelection);
    return () => document.removeEventListener('selectionchange', onSelection);
  }, []);
  useLayoutEffect(() => {
    const body = ref.current;
    if (body === null) return;
    const rows = new Map([...body.rows].map((row) => [Number(row.dataset['row']), row]));
    const sorted = order.flatMap((number) => rows.get(number) ?? []);
    arrange(body, sorted, pinnedRow(sorted, selected.current));
    if (performance.now() - changedAt.current > restBefore) slide(rows, shown.current, order);
    shown.current = order;
    changedAt.current = performance.now();
  }, [order]);
  return ref;
}

/** The row that must stay in the document. */
function pinnedRow(rows: readonly HTMLTableRowElement[], selected: Node | null): number {
  const isPinned = (node: Node | null) => rows.findIndex((row) => node !== null && row.contains(node));
  return Math.max(0, isPinned(document.activeElement), isPinned(selected));
}

/** Puts rows in order, and moves as few of them as it can: a row that is moved is styled and laid out anew. */
function arrange(body: HTMLTableSectionElement, rows: readonly HTMLTableRowElement[], pinned: number): void {
  const staying = stayingRows(
    rows.map((row) => row.sectionRowIndex),
    pinned,
  );
  for (const [index, row] of rows.entries()) {
    if (staying.has(index)) continue;
    const before = rows[index - 1];
    if (before === undefined) body.prepend(row);
    else before.after(row);
  }
}

/** The most places of a list whose numbers rise, the one at `pinned` among them. */
export function stayingRows(numbers: readonly number[], pinned: number): ReadonlySet<number> {
  const middle = numbers[pinned] ?? 0;
  const chains: (readonly number[])[] = [];
  for (const [index, number] of numbers.entries()) {
    if (index !== pinned && index < pinned !== number < middle) continue;
    let best: readonly number[] = [];
    for (const chain of chains) {
      if ((numbers[chain.at(-1) ?? 0] ?? 0) < number && chain.length > best.length) best = chain;
    }
    chains.push([...best, index]);
  }
  return new Set(chains.reduce((longest, chain) => (chain.length > longest.length ? chain : longest), []));
}

/** Rows that have changed places slide there once. */
function slide(
  rows: ReadonlyMap<number, HTMLTableRowElement>,
  before: readonly number[],
  order: readonly number[],
): void {
  const moved = order.filter((number, index) => before.includes(number) && before[index] !== number);
  if (moved.length > mostMoving || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const number of moved) {
    // In heights of the row itself, so that nothing has to be measured.
    const places = before.indexOf(number) - order.indexOf(number);
    rows.get(number)?.animate([{ transform: `translateY(${places * 100}%)` }, { transform: 'none' }], {
      duration: 180,
      easing: 'ease-out',
    });
  }
}
