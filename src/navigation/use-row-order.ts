import { type RefObject, useLayoutEffect, useRef } from 'react';

/** More rows than these change their places without a movement. */
const mostMoving = 4;

/**
 * Puts the rows of a table body in order, by the number in their `data-row`. Whoever renders them must keep them in one
 * order: then React moves none, and the row with the focus or the selection is never taken out, but the others around it.
 */
export function useRowOrder(order: readonly number[]): RefObject<HTMLTableSectionElement | null> {
  const ref = useRef<HTMLTableSectionElement>(null);
  const shown = useRef<readonly number[]>([]);
  useLayoutEffect(() => {
    const body = ref.current;
    if (body === null) return;
    const rows = new Map([...body.rows].map((row) => [Number(row.dataset['row']), row]));
    const sorted = order.flatMap((number) => rows.get(number) ?? []);
    arrange(sorted, pinnedRow(sorted));
    slide(rows, shown.current, order);
    shown.current = order;
  }, [order]);
  return ref;
}

/** The row that must stay in the document. */
function pinnedRow(rows: readonly HTMLTableRowElement[]): number {
  const selection = getSelection();
  const selected = selection === null || selection.isCollapsed ? null : selection.anchorNode;
  const isPinned = (node: Node | null) => rows.findIndex((row) => node !== null && row.contains(node));
  return Math.max(0, isPinned(document.activeElement), isPinned(selected));
}

function arrange(rows: readonly HTMLTableRowElement[], pinned: number): void {
  for (let index = pinned - 1; index >= 0; index -= 1) {
    const [row, next] = [rows[index], rows[index + 1]];
    if (row !== undefined && next !== undefined && row.nextElementSibling !== next) next.before(row);
  }
  for (let index = pinned + 1; index < rows.length; index += 1) {
    const [before, row] = [rows[index - 1], rows[index]];
    if (row !== undefined && before !== undefined && before.nextElementSibling !== row) before.after(row);
  }
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
    const row = rows.get(number);
    const distance = (before.indexOf(number) - order.indexOf(number)) * (row?.offsetHeight ?? 0);
    row?.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
      duration: 180,
      easing: 'ease-out',
    });
  }
}
