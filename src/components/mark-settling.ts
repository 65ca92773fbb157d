/** How many parts are settling inside an element. */
const counts = new WeakMap<Element, number>();

/**
 * A ref of a part that is still loading: everything around it has `data-unsettled` meanwhile, for columns in order. A rule
 * with `:has()` beside a `~` would say the same without a script, and browsers would style the whole page again for every
 * element that comes or goes: 937 instead of 35 where the lap cursor moves.
 */
export function markSettling(element: Element | null): (() => void) | undefined {
  if (element === null) return undefined;
  const around: Element[] = [];
  for (let each = element.parentElement; each !== null; each = each.parentElement) around.push(each);
  for (const each of around) count(each, 1);
  return () => {
    for (const each of around) count(each, -1);
  };
}

function count(element: Element, change: 1 | -1): void {
  const parts = (counts.get(element) ?? 0) + change;
  counts.set(element, parts);
  element.toggleAttribute('data-unsettled', parts > 0);
}
